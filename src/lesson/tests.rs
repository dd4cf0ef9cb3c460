//! Every shipped scenario is sound, and every verdict of the project's table is held by an explicit schedule.
