import { createHash } from 'node:crypto'
import verifier from './verify-pack.js?raw'

const core = verifier.replace(/^export /m, '')

/** verify.mjs: checks a pack in Node, without packages. @param trusted fingerprints of the site's keys */
export function verifierScript(trusted: readonly string[]): string {
  return `// Checks a pack of evidence: node verify.mjs PACK.zip [FINGERPRINT…]
// Without fingerprints it trusts the keys of the site that made this file; compare them with the site's own.
import { readFileSync } from 'node:fs'

${core}
const [, , path, ...given] = process.argv
if (!path) {
  console.error('Use: node verify.mjs PACK.zip [FINGERPRINT]')
  process.exit(2)
}
const trusted = given.length > 0 ? given : ${JSON.stringify(trusted)}
const { findings, story, facts } = await verifyPack(new Uint8Array(readFileSync(path)), trusted)
for (const { at, who, what, to, log } of story) console.log(\`\${at}  \${who}: \${what}, to \${to}\${log ? \`. \${log}\` : ''}\`)
for (const finding of findings) console.log(\`DOES NOT HOLD: \${finding}\`)
console.log(findings.length === 0 ? \`The pack is whole: \${JSON.stringify(facts)}\` : \`\${findings.length} things do not hold.\`)
console.log(\`Trusted keys: \${trusted.join(', ')}\`)
process.exit(findings.length === 0 ? 0 : 1)
`
}

const PAGE = `
const $ = (id) => document.getElementById(id)
async function check(file) {
  $('answer').textContent = 'Checking…'
  $('findings').replaceChildren()
  $('story').replaceChildren()
  const trusted = $('trusted').value.split(/[\\s,]+/).filter(Boolean)
  const { findings, story, facts } = await verifyPack(new Uint8Array(await file.arrayBuffer()), trusted)
  const line = (text) => Object.assign(document.createElement('li'), { textContent: text })
  $('findings').replaceChildren(...findings.map(line))
  $('story').replaceChildren(...story.map(({ at, who, what, to, log }) => line(at.slice(0, 16).replace('T', ' ') + ' UTC: ' + who + ': ' + what + ', to ' + to + (log ? '. ' + log : ''))))
  const whole = findings.length === 0
  $('answer').className = whole ? 'good' : 'bad'
  $('answer').textContent = whole
    ? 'The pack is whole: ' + facts.files + ' files, ' + facts.events + ' events in one chain, ' + facts.seals + ' signed transactions, ' + facts.comparisons + ' comparisons of rules and figures.'
    : findings.length + (findings.length === 1 ? ' thing does' : ' things do') + ' not hold:'
}
$('file').addEventListener('change', (event) => event.target.files[0] && check(event.target.files[0]))
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  if (event.dataTransfer.files[0]) check(event.dataTransfer.files[0])
})
`

/** verify.html: the same in a browser; it may reach nothing. @param trusted fingerprints of the site's keys */
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
textarea { width: 100%; box-sizing: border-box; font: 13px monospace }
.good { color: light-dark(#116329, #7ee787); font-weight: 600 }
.bad { color: light-dark(#a40e26, #ff9492); font-weight: 600 }
</style>
<h1>Check a pack of evidence</h1>
<p>Nothing leaves this computer: this page may reach no other.</p>
<p id="drop">Drop the ZIP here, or choose it: <input type="file" id="file" accept=".zip" aria-label="The pack"></p>
<p><label for="trusted">Fingerprints of the keys that you trust. Compare them with those that the site publishes at /.well-known/fundesk-keys.json.</label>
<textarea id="trusted" rows="3">${trusted.join('\n')}</textarea></p>
<p id="answer" role="status"></p>
<ul id="findings"></ul>
<h2>What happened</h2>
<ol id="story"></ol>
<script>${script}</script>
</html>
`
}
