import { createHash } from 'node:crypto'
import unzip from './unzip-pack.js?raw'
import pack from './verify-pack.js?raw'
import rules from './verify-rules.ts?alone'
import stamp from './verify-stamp.js?raw'
import words from './verify-words.js?raw'

/** One text of all parts, for a page or a script that imports nothing; the rules are those that the site runs. */
const core = [
  rules,
  'const { checkRules, checkTolerances } = alone',
  ...[unzip, stamp, pack, words].map((part) => part.replace(/^(import .*\n|export )/gm, '')),
].join('\n')

/** verify.mjs: checks packs in Node, without packages. @param trusted fingerprints of the site's keys */
function verifierScript(trusted: readonly string[]): string {
  return `// Checks packs of evidence: node verify.mjs PACK.zip… [FINGERPRINT…]
// Without fingerprints it trusts the keys of the site that made this file; compare them with the site's own.
import { readFileSync } from 'node:fs'

${core}
const isFingerprint = (text) => /^[0-9a-f]{16,64}$/i.test(text)
const paths = process.argv.slice(2).filter((text) => !isFingerprint(text))
if (paths.length === 0) {
  console.error('Use: node verify.mjs PACK.zip… [FINGERPRINT…]')
  process.exit(2)
}
const given = process.argv.slice(2).filter(isFingerprint)
const trusted = given.length > 0 ? given : ${JSON.stringify(trusted)}
let whole = true
for (const path of paths) {
  const report = await verifyPack(new Uint8Array(readFileSync(path)), trusted)
  if (paths.length === 1) for (const event of report.story) console.log(lineOf(event))
  if (paths.length === 1) for (const each of report.facts.tolerances ?? []) console.log(\`Tolerance \${each}\`)
  console.log(\`\${paths.length > 1 ? \`\${path}: \` : ''}\${wordsOf(report)}\`)
  for (const finding of report.findings) console.log(\`  DOES NOT HOLD: \${finding}\`)
  whole = whole && report.findings.length === 0
}
console.log(\`Trusted keys: \${trusted.join(', ')}\`)
process.exit(whole ? 0 : 1)
`
}

const PAGE = `
const $ = (id) => document.getElementById(id)
const made = (tag, facts, ...inside) => {
  const element = Object.assign(document.createElement(tag), facts)
  element.append(...inside)
  return element
}
const items = (tag, texts) => made(tag, {}, ...texts.map((textContent) => made('li', { textContent })))
async function check(files) {
  const all = [...files]
  if (all.length === 0) return
  $('packs').replaceChildren()
  const trusted = $('trusted').value.split(/[\\s,]+/).filter(Boolean)
  let bad = 0
  for (const [at, file] of all.entries()) {
    const step = 'Checking ' + (all.length > 1 ? at + 1 + ' of ' + all.length : file.name) + '…'
    $('answer').className = ''
    $('answer').textContent = step
    const onPart = (name) => ($('answer').textContent = step + ' ' + name)
    const report = await verifyPack(new Uint8Array(await file.arrayBuffer()), trusted, onPart)
    const whole = report.findings.length === 0
    if (!whole) bad += 1
    const answer = made('p', { className: whole ? 'good' : 'bad', textContent: wordsOf(report) })
    const section = made('section', {}, made('h2', { textContent: file.name }), answer)
    if (!whole) section.append(items('ul', report.findings))
    if (report.story.length > 0)
      section.append(made('details', { open: all.length === 1 }, made('summary', { textContent: 'What happened' }), items('ol', report.story.map(lineOf))))
    if (report.facts.tolerances?.length > 0)
      section.append(made('details', {}, made('summary', { textContent: 'Tolerances of the results, and who set them' }), items('ul', report.facts.tolerances)))
    $('packs').append(section)
  }
  $('answer').className = bad === 0 ? 'good' : 'bad'
  $('answer').textContent = bad === 0
    ? all.length === 1 ? 'It holds.' : 'All ' + all.length + ' packs hold.'
    : all.length === 1 ? 'It does not hold.' : bad + ' of ' + all.length + ' packs do not hold.'
}
$('file').addEventListener('change', (event) => check(event.target.files))
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  check(event.dataTransfer.files)
})
`

/**
 * verify.html: the same in a browser; it has no access to the network.
 * @param trusted fingerprints of the site's keys
 */
export function verifierPage(trusted: readonly string[]): string {
  const script = `${core}\n${PAGE}`
  const hash = createHash('sha256').update(script).digest('base64')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Check a pack of evidence</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
#drop { border: 2px dashed; border-radius: 8px; padding: 2rem; text-align: center }
#file { max-width: 100% }
h1 { font-size: 1.5rem }
h2 { font-size: 1.1rem; margin: 2rem 0 0 }
ul, ol { padding-left: 1.5rem }
textarea { width: 100%; box-sizing: border-box; font: 13px monospace }
.good { color: light-dark(#116329, #7ee787); font-weight: 600 }
.bad { color: light-dark(#a40e26, #ff9492); font-weight: 600 }
</style>
<main>
<h1>Check a pack of evidence</h1>
<p>Nothing leaves this computer: this page may reach no other.</p>
<p id="drop">Drop the ZIP here, or choose it: <input type="file" id="file" accept=".zip" multiple aria-label="The pack"></p>
<p><label for="trusted">Fingerprints of the keys that you trust. Compare them with those that the site publishes at /.well-known/fundesk-keys.json.</label>
<textarea id="trusted" rows="3">${trusted.join('\n')}</textarea></p>
<p id="answer" role="status"></p>
<div id="packs"></div>
</main>
<script>${script}</script>
</html>
`
}

let made: { keys: string; page: Uint8Array; script: Uint8Array } | undefined

/** Both as files. They are the same in each pack of a site and 200 KB together, and are made once for its keys. */
export function verifierFiles(trusted: readonly string[]) {
  const keys = trusted.join()
  if (made?.keys === keys) return made
  made = { keys, page: Buffer.from(verifierPage(trusted)), script: Buffer.from(verifierScript(trusted)) }
  return made
}
