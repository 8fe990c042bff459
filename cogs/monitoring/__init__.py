"""The running bot, watched from outside: health, metrics and the supervisor's heartbeat."""
