import { type Browser, chromium } from 'playwright'
import { findChromium } from '~/start/chromium.mjs'

const SWITCHES = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages need no spare process.
  '--renderer-process-limit=1',
  '--in-process-gpu',
]

/** Pages of the browser itself that every new window loads, hidden: more expensive than most of ours. */
const NOT_OURS = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup'

const FEATURES = '--disable-features='

/** A headless browser; it ends with this process. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  // Of two feature lists a browser uses the last: so read Playwright’s, and extend it.
  const probe = await chromium.launchServer({ executablePath, args: SWITCHES })
  const usual = probe.process().spawnargs.filter((argument) => argument.startsWith(FEATURES))
  await probe.close()
  const names = [...usual.map((argument) => argument.slice(FEATURES.length)), NOT_OURS].join(',')
  const args = [...SWITCHES, FEATURES + names]
  return chromium.launch({ executablePath, args, ignoreDefaultArgs: usual })
}
