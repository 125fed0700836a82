import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { livedIn } from 'tests/support/evidence/lived-in'
import { packOf } from 'tests/support/evidence/packed'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { stampingServer } from 'tests/support/evidence/stamping-server'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { verifyPack } from '~/areas/evidence/verifier/verify-pack'
import { checkStamp } from '~/areas/evidence/verifier/verify-stamp'
import { healthLines } from '~/areas/system/health-line'
import {
  outsideStates,
  postCheckpoints,
  stampOfDay,
  verifyStamps,
} from '~/platform/proof/outside-proof.server'
import { requestStamp } from '~/platform/proof/time-stamp.server'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { fingerprint } from '~/platform/workflow/signing.server'

const site = await opened(sealedSite())
const lived = await livedIn(site)

const checkpoint = () => writeCheckpoint(site.transaction, site.signing.sign, site.clock())

test('stamps by either kind of key get the same verdict from the library and the pack verifier', async () => {
  for (const kind of ['rsa', 'ecdsa'] as const) {
    const authority = await stampingServer(kind, () => new Date('2026-11-02T09:00:00Z'))
    try {
      const stamp = await requestStamp(authority.url, 'a text')
      expect(stamp).toMatchObject({ at: new Date('2026-11-02T09:00:00Z'), by: 'Test Stamps' })
      expect(await checkStamp(stamp.token, 'a text')).toEqual({
        at: '2026-11-02T09:00:00Z',
        by: 'Test Stamps',
        certificate: stamp.certificate,
      })
      await expect(checkStamp(stamp.token, 'another text')).rejects.toThrow('of another checkpoint')
      const bytes = Buffer.from(stamp.token, 'base64')
      for (let at = 7; at < bytes.length; at += 13) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ 1
        const result = await checkStamp(flipped.toString('base64'), 'a text').catch(() => null)
        // The unsigned part, such as the list of digest algorithms, does not change the result.
        if (result) expect(result.at).toBe('2026-11-02T09:00:00Z')
      }
    } finally {
      await authority.close()
    }
  }
})

test('an authority that refuses, fails or stamps something else is shown on the System page, and the request repeated', async () => {
  const authority = await stampingServer('ecdsa', site.clock)
  await checkpoint()
  const line = async () =>
    healthLines({
      now: site.clock(),
      readMs: 1,
      writeMs: 1,
      waiting: 0,
      waitingSince: null,
      startedAt: null,
      office: true,
      scanner: undefined,
      disks: [],
      diskFullAt: null,
      outside: [{ place: 'stamp', state: (await outsideStates(site.read))[0] }],
    }).find(({ what }) => what === 'Time stamps')
  try {
    for (const [next, words] of [
      ['refuse', 'It refused the request (status 2).'],
      ['fail', 'It answered 503.'],
      ['stamp another text', 'The time stamp is of something else.'],
      ['answer another request', 'Its stamp answers another request.'],
    ] as const) {
      authority.state.next = next
      await expect(stampOfDay(site, authority.url)).rejects.toThrow(words)
      expect(await line()).toMatchObject({ well: false, message: expect.stringContaining(words) })
    }
    authority.state.next = 'stamp'
    expect(await stampOfDay(site, authority.url)).toBeGreaterThan(0)
    expect(await line()).toMatchObject({ well: true })
    expect(await stampOfDay(site, authority.url), 'one a day').toBeNull()
    expect(await verifyStamps(site.read)).toMatchObject({
      stamps: 1,
      findings: [],
      by: [expect.stringMatching(/^Test Stamps \(certificate [0-9a-f]{64}\)$/)],
    })
  } finally {
    await authority.close()
  }
})

test('the pack of a NAV has the stamp of a later checkpoint, with all that lead to it', async () => {
  const { fund } = lived
  await site.step('teamleader1', lived.other.previousNavId, 'cancel', { comment: 'Fund merged' })
  await checkpoint()
  const trusted = site.signing.all.map(fingerprint)
  const pack = await packOf(site, 'nav', fund.navId)
  const { findings, facts } = await verifyPack(new Uint8Array(pack), trusted)
  expect(findings).toEqual([])
  expect(facts.stamp).toMatchObject({ by: 'Test Stamps' })
})

test('a stamp moved to another checkpoint is detected', async () => {
  const [stamp] = await site.admin`select checkpoint_id from checkpoint_stamp`
  const [other] = await site.admin`select max(id) as id from audit_checkpoint`
  await site.untold(`update checkpoint_stamp set checkpoint_id = ${other?.id}`)
  expect((await verifyStamps(site.read)).findings).toEqual([
    expect.stringContaining('The time stamp is of something else.'),
  ])
  await site.untold(`update checkpoint_stamp set checkpoint_id = ${stamp?.checkpoint_id}`)
})

test('a stamp that was removed is not missed', async () => {
  const [{ row } = {}] = await site.admin`select to_jsonb(s)::text as row from checkpoint_stamp s`
  await site.untold('delete from checkpoint_stamp')
  expect(await verifyStamps(site.read)).toMatchObject({ stamps: 0, findings: [] })
  await site.admin`insert into checkpoint_stamp select * from jsonb_populate_record(null::checkpoint_stamp, ${row}::text::jsonb)`
  expect(await verifyStamps(site.read)).toMatchObject({ stamps: 1, findings: [] })
})

test('checkpoints are posted to the site’s own receiver in order; refused ones are sent again', async () => {
  const got: { id: number; hash: string; previousHash: string }[] = []
  let status = 500
  const place = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      if (status === 200) got.push(JSON.parse(body))
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(place.address() as AddressInfo).port}/copies`
  try {
    await expect(postCheckpoints(site, url)).rejects.toThrow('It answered 500.')
    const refused = (await outsideStates(site.read)).find((each) => each.place === 'copy')
    expect(refused).toMatchObject({ checkpointId: null, refusal: 'It answered 500.' })
    status = 200
    expect(await postCheckpoints(site, url), 'a new place begins with the newest').toBe(1)
    for (const fundCode of ['POST01', 'POST02']) {
      const { navId } = await site.addFund({ fundCode })
      await site.step('teamleader1', navId, 'cancel', { comment: 'Fund merged' })
      await checkpoint()
    }
    expect(await postCheckpoints(site, url)).toBe(2)
    expect(got[2]?.previousHash).toBe(got[1]?.hash)
    expect(await postCheckpoints(site, url), 'nothing new').toBe(0)
    const state = (await outsideStates(site.read)).find((each) => each.place === 'copy')
    expect(state).toMatchObject({ checkpointId: got[2]?.id, refusal: null })
  } finally {
    await new Promise((resolve) => place.close(resolve))
  }
})
