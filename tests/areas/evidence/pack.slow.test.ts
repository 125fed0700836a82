import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { userWork } from 'tests/support/context'
import { filesOf, forged } from 'tests/support/evidence/forge'
import { livedIn } from 'tests/support/evidence/lived-in'
import { packOf } from 'tests/support/evidence/packed'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { drawer } from 'tests/support/evidence/tamper'
import { storeFormat } from 'tests/support/formats/stored-format'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { verifyPack } from '~/areas/evidence/verifier/verify-pack'
import { runControl } from '~/areas/navs/control/run-control.server'
import { FUNDESK_JSON } from '~/areas/navs/formats/fundesk-format'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { fingerprint } from '~/platform/workflow/signing.server'

const site = await opened(sealedSite())
const lived = await livedIn(site)
const { fund } = lived
await writeCheckpoint(site.transaction, site.signing.sign, site.clock())
const pack = await packOf(site, 'nav', fund.navId)
const trusted = site.signing.all.map(fingerprint)

const verify = (bytes: Buffer, keys = trusted) => verifyPack(new Uint8Array(bytes), keys)

test('the pack of a NAV is complete: files, figures, results, history and comparisons', async () => {
  const { findings, story, facts } = await verify(pack)
  expect(findings).toEqual([])
  expect(story.map(({ what }) => what)).toEqual(expect.arrayContaining(['create', 'control', 'matching']))
  expect(facts).toMatchObject({ object: { kind: 'nav', id: lived.fund.navId }, events: story.length })
  const names = [...filesOf(pack).keys()]
  expect(names).toEqual(
    expect.arrayContaining([
      'figures.json',
      'results.json',
      'bridge.json',
      'report.pdf',
      'README.txt',
      'verify.html',
    ]),
  )
  expect(names.filter((name) => name.startsWith('documents/')).length).toBeGreaterThan(2)
})

test('building a pack twice gives the same bytes', async () => {
  expect((await packOf(site, 'nav', lived.fund.navId)).equals(pack)).toBe(true)
})

test('the pack’s verify.mjs agrees in plain Node, without packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-pack-'))
  try {
    writeFileSync(join(folder, 'pack.zip'), pack)
    writeFileSync(join(folder, 'verify.mjs'), filesOf(pack).get('verify.mjs') ?? '')
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['verify.mjs', ...args], { cwd: folder, encoding: 'utf8' })
    expect(run('pack.zip')).toMatchObject({ status: 0, stdout: expect.stringContaining('The pack is whole') })
    expect(run('pack.zip', '0'.repeat(64))).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('not one that you trust'),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('any flipped bit is detected', async () => {
  const draw = drawer(7)
  for (let round = 0; round < 60; round++) {
    const bytes = Buffer.from(pack)
    const at = draw(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8))
    expect((await verify(bytes)).findings.length, `byte ${at}`).toBeGreaterThan(0)
  }
})

test('a change signed again with another key is detected', async () => {
  const draw = drawer(11)
  for (let round = 0; round < 10; round++) {
    const { pack: bytes, what } = await forged(pack, draw)
    expect((await verify(bytes)).findings.length, what).toBeGreaterThan(0)
  }
})

test('a pack says so if no checkpoint covers its newest event yet', async () => {
  const { other } = lived
  await site.step('teamleader1', other.previousNavId, 'cancel', { comment: 'Fund merged' })
  const { findings } = await verify(await packOf(site, 'nav', other.previousNavId))
  expect(findings).toEqual([expect.stringContaining('no checkpoint covers the newest event yet')])
})

test('the version of a format that read the files of a control is in the pack of its NAV, also after a newer one', async () => {
  const other = await site.addFund({ fundCode: 'FORM9' })
  await storeFormat(site, { ...FUNDESK_JSON, code: 'SAME', provider: 'FIA' })
  const upload = await site.uploadOf(other.model, 'FIA3')
  await runControl(userWork(site, site.actor('accountant1')), site.services, { ...upload, format: 'SAME' })
  await storeFormat(site, { ...FUNDESK_JSON, code: 'SAME', name: 'As of later', provider: 'FIA' }, 2)
  await writeCheckpoint(site.transaction, site.signing.sign, site.clock())
  const bytes = await packOf(site, 'nav', other.navId)
  expect((await verify(bytes)).findings).toEqual([])
  const formats = JSON.parse(String(filesOf(bytes).get('formats.json')))
  expect(formats.file_format).toMatchObject([{ code: 'SAME', version: 1, name: FUNDESK_JSON.name }])
})
