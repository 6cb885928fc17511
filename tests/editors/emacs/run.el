;;; Runs inside Emacs: emacs --batch --no-init-file --load CONFIGURATION --load run.el  -*- lexical-binding: t -*-
;;
;; Does in a copy of `fixtures/shop' what people do, with the commands that their keys run. A failed step ends Emacs
;; with an exit code other than 0, and says why.

(require 'package)
(package-initialize) ; Debian's packages.
(require 'eglot)
(require 'xref)

(defconst workspace (file-name-as-directory (getenv "SEAMARK_WORKSPACE")))
(defconst patience 30.0)

;; Emacs has modes for these only with packages, or grammars, that are none of our business.
(dolist (mode '((typescript-mode . "\\.ts\\'") (go-mode . "\\.go\\'")))
  (unless (fboundp (car mode))
    (eval `(define-derived-mode ,(car mode) prog-mode "Made up"))
    (add-to-list 'auto-mode-alist (cons (cdr mode) (car mode)))))

(defun wait-for (what condition)
  "Wait until CONDITION gives something, and return that."
  (let ((until (+ (float-time) patience)) found)
    (while (not (setq found (funcall condition)))
      (when (> (float-time) until)
        (error "Waited in vain for %s" what))
      (accept-process-output nil 0.05))
    found))

(defun go-to (file text inside)
  "Visit FILE and go INSIDE so many characters of TEXT."
  (switch-to-buffer (find-file-noselect (concat workspace file)))
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) inside)))

(defun here ()
  "The file and the symbol at point."
  (list (file-relative-name (buffer-file-name) workspace) (thing-at-point 'symbol t)))

(defun expect (what found expected)
  (unless (equal found expected)
    (error "%s: %S instead of %S" what found expected))
  (princ (format "ok: %s\n" what)))

(defun jump ()
  "Where `M-.' leads from here."
  (condition-case nil
      (progn (call-interactively #'xref-find-definitions) (here))
    (user-error nil)))

(defun references ()
  "The files that `M-?' lists from here."
  (sort (delete-dups
         (mapcar (lambda (found)
                   (file-relative-name (xref-location-group (xref-item-location found)) workspace))
                 (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot))))
        #'string<))

(defun connect ()
  (call-interactively #'eglot)
  (unless (eglot-current-server)
    (error "Eglot has no server for %s" (buffer-file-name))))

(setq eglot-sync-connect 30
      eglot-autoshutdown t
      xref-prompt-for-identifier nil)

(go-to "web/src/api/catalog.ts" "catalog.get<Product>(`/products/${id}`)" (length "catalog.get<Product>(`/prod"))
(connect)
(wait-for "the server" (lambda () (save-window-excursion (save-excursion (jump)))))
(expect "from TypeScript to Python" (jump) '("catalog/catalog/routes/products.py" "read_product"))

(go-to "orders/orders/payments.py" "/refund" 2)
(wait-for "another buffer's server" #'eglot-current-server)
(expect "one server for both languages" (length (apply #'append (hash-table-values eglot--servers-by-project))) 1)
(expect "from Python to Go" (jump) '("payments/api.go" "refund"))

(go-to "orders/orders/views.py" "/<int:order_id>\")" 2)
(expect "who calls a route" (references)
        '("orders/orders/views.py" "payments/api.go" "payments/orders.go" "shipping/others.cpp" "shipping/parcels.cpp"
          "web/src/api/orders.ts"))

(go-to "web/src/api/catalog.ts" "<Product[]>(\"/products/bestsellers\"" (length "<Product[]>(\"/products/bestsellers"))
(insert "?all=1")
(backward-char 8)
(expect "what is typed counts at once" (jump) '("catalog/catalog/routes/products.py" "list_bestsellers"))

(eglot-shutdown (eglot-current-server))
(kill-emacs 0)
