"""What every click and command goes through: the bot, who may see what, answers and errors."""
