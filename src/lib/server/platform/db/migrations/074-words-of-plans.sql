-- Names of a plan's sections by their Hebrew ones, and its stage's, beside Hebrew: {"en": {"sections": {…}, "stage": …}}. Part of the plan's version.
ALTER TABLE seatplan ADD COLUMN words jsonb;
