-- postgresql/notify/unlisten
unlisten *
