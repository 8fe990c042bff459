"""The gear of journeys and trials: starts bots against a sandbox, and plays as people do.

It is for development alone; nothing that a running bot needs lives here.
"""
