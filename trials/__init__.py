"""Gear of journeys and trials: it runs the bot in the test's process. A running bot needs nothing from here."""
