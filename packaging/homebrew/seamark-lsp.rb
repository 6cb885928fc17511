class SeamarkLsp < Formula
  desc "Language server that links calls to their handlers across services"
  homepage "https://git.example.com/tools/seamark"
  url "https://files.pythonhosted.org/packages/source/s/seamark-lsp/seamark_lsp-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000" # of what is published: `brew fetch` says it
  license "MIT"

  depends_on "python@3.13"

  def install
    system "python3.13", "-m", "venv", libexec
    system libexec/"bin/pip", "install", "--only-binary=:all:", "--no-binary=seamark-lsp", buildpath
    bin.install_symlink libexec/"bin/seamark", libexec/"bin/seamark-lsp"
  end

  test do
    (testpath/"main.py").write "from flask import Flask\napp = Flask('a')\n@app.get('/users')\ndef users(): ...\n"
    (testpath/"page.ts").write "fetch('/users')\n"
    assert_match "page.ts:1", shell_output("#{bin}/seamark map #{testpath}")
  end
end
