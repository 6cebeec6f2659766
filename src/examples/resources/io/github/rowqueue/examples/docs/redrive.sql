-- snippet:table
INSERT INTO email_jobs (attempt, payload)
SELECT 1, payload FROM email_jobs_dead WHERE last_error LIKE '%550%';

DELETE FROM email_jobs_dead WHERE last_error LIKE '%550%';
-- end
