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
  // A page needs no second process in waiting.
  '--renderer-process-limit=1',
  '--in-process-gpu',
]

/** Pages of the browser's own that every new window loads, hidden: dearer than most of ours. */
const NOT_OURS = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup'

const FEATURES = '--disable-features='

/** A browser without a window; it ends with this process. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  // Of two lists of features a browser takes the last: what Playwright leaves out is asked of it, and added to.
  const asked = await chromium.launchServer({ executablePath, args: SWITCHES })
  const usual = asked.process().spawnargs.filter((argument) => argument.startsWith(FEATURES))
  await asked.close()
  const names = [...usual.map((argument) => argument.slice(FEATURES.length)), NOT_OURS].join(',')
  const args = [...SWITCHES, FEATURES + names]
  return chromium.launch({ executablePath, args, ignoreDefaultArgs: usual })
}
