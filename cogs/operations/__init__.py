"""The program on its machine: settings, exit codes, logs, clock, metrics, drawing processes, systemd."""
