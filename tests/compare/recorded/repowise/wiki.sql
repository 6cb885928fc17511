CREATE TABLE wiki_symbols(symbol_id, file_path, start_line);
INSERT INTO wiki_symbols VALUES('orders/orders/views.py::orders', 'orders/orders/views.py', 7);
INSERT INTO wiki_symbols VALUES('orders/orders/views.py::place_order', 'orders/orders/views.py', 12);
INSERT INTO wiki_symbols VALUES('orders/orders/views.py::read_order', 'orders/orders/views.py', 24);
INSERT INTO wiki_symbols VALUES('orders/orders/views.py::cancel_order', 'orders/orders/views.py', 29);
INSERT INTO wiki_symbols VALUES('orders/orders/views.py::count_sold', 'orders/orders/views.py', 40);
