CREATE TABLE nodes(id, kind, name, file_path, start_line);
INSERT INTO nodes VALUES('function:dcd572d915ef4fd39658cf97966d1ebb', 'function', 'place_order', 'orders/orders/views.py', 12);
INSERT INTO nodes VALUES('function:77e526ee8d735ef4ebf4c2834d42f73b', 'function', 'read_order', 'orders/orders/views.py', 24);
INSERT INTO nodes VALUES('function:601baaa8e66a4909f10019802401a3df', 'function', 'cancel_order', 'orders/orders/views.py', 29);
INSERT INTO nodes VALUES('function:5489271dbff6e487bef45cb3a163a872', 'function', 'count_sold', 'orders/orders/views.py', 40);
INSERT INTO nodes VALUES('route:orders/orders/views.py:28:POST:/<int:order_id>/cancel', 'route', 'POST /<int:order_id>/cancel', 'orders/orders/views.py', 28);
CREATE TABLE edges(source, target, kind, line);
INSERT INTO edges VALUES('route:orders/orders/views.py:28:POST:/<int:order_id>/cancel', 'function:601baaa8e66a4909f10019802401a3df', 'references', 28);
