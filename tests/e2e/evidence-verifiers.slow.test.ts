import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { filesOf } from 'tests/support/evidence/forge'
import { rounds } from 'tests/support/rounds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser, logIn, origin } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { demoNavs } from '../support/browser/demo-navs'
import { type Damaged, damagedPacks, writePacks } from '../support/evidence/flipped'

let folder: string
let pack: Buffer
let damaged: Damaged[]
let paths: string[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundesk-verifiers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The pack of a NAV of the demo that has been sent, as an auditor downloads it, once a checkpoint covers it. */
async function builtPack(): Promise<Buffer> {
  const [nav] = await demoNavs(1)
  const context = await (await browser()).newContext()
  await logIn(context, 'auditor1')
  try {
    const address = `${origin}/api/evidence/pack/nav/${nav?.fundnavid}`
    let bytes: Buffer = Buffer.alloc(0)
    await expect
      .poll(
        async () => {
          bytes = await (await context.request.get(address)).body()
          return JSON.parse(String(filesOf(bytes).get('proof.json')))
        },
        { timeout: 90_000, interval: 2_000 },
      )
      .not.toBeNull()
    return bytes
  } finally {
    await context.close()
  }
}

test('a pack of the demo is whole once a checkpoint covers it', async () => {
  pack = await builtPack()
  writeFileSync(join(folder, 'whole.zip'), pack)
  damaged = await damagedPacks(pack, { flips: rounds(20, 80), forgeries: rounds(10, 20) })
  paths = writePacks(folder, damaged)
}, 120_000)

/**
 * Chooses files of the disk for the page's field, as its user would. Playwright would send each of them to the
 * browser first, which takes several times as long as checking them.
 */
async function chooserOf(tab: Page): Promise<(files: readonly string[]) => Promise<unknown>> {
  const devtools = await tab.context().newCDPSession(tab)
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `document.querySelector('input[type=file]')`,
  })
  const { objectId } = result
  return (files) => devtools.send('DOM.setFileInputFiles', { files: [...files], objectId })
}

/** How many packs are given to the page at a time. */
const BATCH = 50

test('verify.html, in a browser without network, finds each flipped bit and each forgery', async () => {
  const context = await (await browser()).newContext({ offline: true })
  const requested: string[] = []
  context.on('request', (request) => requested.push(request.url()))
  try {
    const tab = await context.newPage()
    // From the disk, as an auditor opens it: a page without an address may not use the browser's cryptography.
    const file = join(folder, 'verify.html')
    writeFileSync(file, filesOf(pack).get('verify.html') ?? '')
    await tab.goto(pathToFileURL(file).href)
    const chosen = await chooserOf(tab)
    const given = async (files: readonly string[]) => {
      await chosen(files)
      await tab.locator('#answer.good, #answer.bad').waitFor({ timeout: 60_000 })
      return tab.locator('#answer').innerText()
    }
    expect(await given([join(folder, 'whole.zip')])).toBe('It holds.')
    for (let at = 0; at < damaged.length; at += BATCH) {
      const batch = paths.slice(at, at + BATCH)
      const said = await given(batch)
      const held = await tab
        .locator('section', { has: tab.locator('.good') })
        .locator('h2')
        .allInnerTexts()
      expect(held.map((name) => damaged[Number.parseInt(name, 10)]?.what)).toEqual([])
      expect(said).toBe(`${batch.length} of ${batch.length} packs do not hold.`)
    }
    expect(requested.filter((address) => !address.startsWith('file:'))).toEqual([])
  } finally {
    await context.close()
  }
}, 400_000)

test('verify.mjs, in Node with nothing beside it, finds the same', async () => {
  const script = join(folder, 'verify.mjs')
  writeFileSync(script, filesOf(pack).get('verify.mjs') ?? '')
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], { cwd: folder, maxBuffer: 2 ** 28 })
  expect((await run('whole.zip')).stdout).toContain('The pack is whole')
  const { stdout } = await run(...paths).catch((error: { stdout: string }) => error)
  expect(stdout.match(/^\S+\.zip: .*$/gm)?.filter((line) => !line.endsWith('not hold:'))).toEqual([])
  expect(stdout.match(/^\S+\.zip: \d+ things? do(es)? not hold:$/gm)).toHaveLength(damaged.length)
}, 400_000)

test('packs of a NAV, an invoice, a budget and a month that are built again are the same bytes', async () => {
  const [nav] = await demoNavs(1)
  const [invoice] = (await call('auditor1', 'transactions?size=1')) as { id: number }[]
  const [budget] = (await call('auditor1', 'budgets?size=1')) as { id: number }[]
  const paths = [
    `pack/nav/${nav?.fundnavid}`,
    `pack/invoice/${invoice?.id}`,
    `pack/budget/${budget?.id}`,
    `month/2026-10/${nav?.fundcode}`,
  ]
  const context = await (await browser()).newContext()
  await logIn(context, 'auditor1')
  const built = async (path: string) => (await context.request.get(`${origin}/api/evidence/${path}`)).body()
  try {
    const differing: string[] = []
    for (const path of paths) if (!(await built(path)).equals(await built(path))) differing.push(path)
    expect(differing).toEqual([])
  } finally {
    await context.close()
  }
}, 400_000)
