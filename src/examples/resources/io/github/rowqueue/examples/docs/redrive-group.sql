-- snippet:group
UPDATE payment_jobs SET queue = 'card', attempt = 1 WHERE queue = 'card.parked';
-- end
