import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { child, StartError } from './project.mjs'

/** The headless shell costs half as much per page. */
const WITHOUT_WINDOW = 'chromium-headless-shell'
const names = [
  WITHOUT_WINDOW,
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

/** Path of a Chromium or Chrome on this machine, `CHROMIUM_PATH` first; undefined when there is none. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere].find(canRun)
}

/**
 * Finds a browser for the browser tests; on Debian, as root, it installs the headless shell.
 * @throws StartError saying what to install
 */
export async function ensureChromium(say) {
  const found = findChromium()
  const isSuited = found === process.env.CHROMIUM_PATH || found?.endsWith(WITHOUT_WINDOW)
  if (found && (isSuited || !mayInstall())) return found
  if (!mayInstall())
    throw new StartError(
      'The browser tests need Chrome or Chromium. Install one (on Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
    )
  say(`Installing ${WITHOUT_WINDOW}…`)
  try {
    await install(WITHOUT_WINDOW)
  } catch (error) {
    if (!found) throw error
    say(`${error.message}; ${found} is used.`)
  }
  const installed = findChromium()
  if (!installed)
    throw new StartError('Chromium could not be installed: apt-get ended well, but it is not on the PATH.')
  return installed
}

async function install(browser) {
  const options = {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    quiet: true,
    failure: `${browser} could not be installed`,
  }
  await child('apt-get', ['update', '-q'], options)
  await child(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', browser, 'fonts-liberation'],
    options,
  )
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function mayInstall() {
  const isDebian =
    existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  return isDebian && process.getuid?.() === 0
}
