import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { child, StartError } from './project.mjs'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/** Path of a Chrome or Chromium on this machine, `CHROMIUM_PATH` first; undefined when there is none. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(canRun)
}

/**
 * The browser for the browser tests; on Debian it is installed when root runs this.
 * @throws StartError saying what to install
 */
export async function ensureChromium(say) {
  const found = findChromium()
  if (found) return found
  if (!isDebian() || process.getuid?.() !== 0)
    throw new StartError(
      'The browser tests need Chrome or Chromium. Install one (on Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
    )
  say('Installing Chromium…')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const failure = 'Chromium could not be installed'
  await child('apt-get', ['update', '-q'], { env, quiet: true, failure })
  const packages = ['chromium', 'fonts-liberation']
  await child('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    env,
    quiet: true,
    failure,
  })
  const installed = findChromium()
  if (!installed)
    throw new StartError(`${failure}: apt-get ended well, but there is no chromium on the PATH.`)
  return installed
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}
