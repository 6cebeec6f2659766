-- postgresql/notify/listen
listen "my schema.Order -- ""Jobs"""
