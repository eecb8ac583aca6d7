ALTER TABLE agents RESET (toast_tuple_target);
