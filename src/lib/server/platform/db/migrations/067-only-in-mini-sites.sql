-- Whether only mini-sites sell it: the shop's own programme, search and calls do not have it, but for whoever is in one of them or sells it as a producer.
ALTER TABLE presentation ADD COLUMN only_in_mini_sites boolean NOT NULL DEFAULT false;
