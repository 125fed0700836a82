import { createPublicKey } from 'node:crypto'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { opened } from 'tests/support/opened'
import { expect, test, vi } from 'vitest'
import auditVerify from '~/commands/audit-verify'
import { DONE, onSite } from '~/commands/site'
import { refuseForeignKey } from '~/http/server/main'
import { noteCheckpoint } from '~/platform/proof/noted-checkpoint.server'
import { type Signer, writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'
import { commandLine } from '../support/commands/command-line'

const line = await opened(commandLine())
const [first, second, third] = [newSigningKey(), newSigningKey(), newSigningKey()]
const publicOf = (key: string) => openSigning(key).own.spki
const pemOf = (key: string) =>
  createPublicKey({ key: Buffer.from(publicOf(key), 'base64'), type: 'spki', format: 'der' }).export({
    type: 'spki',
    format: 'pem',
  }) as string

type Work = Parameters<typeof onSite>[1]
const onLine = (work: Work, asIs = false) => onSite({ project: line.folder, say: () => {} }, work, { asIs })

/** A change of business data and a checkpoint, with the key of the settings. */
const work = (lastName: string, signer?: Signer) =>
  onLine(async ({ database, settings, clock, checkpointFile }) => {
    await database.transaction((tx) =>
      tx.update(appUser).set({ lastName }).where(eq(appUser.userName, 'admin')),
    )
    await writeCheckpoint(database.transaction, signer ?? openSigning(settings.signingKey).sign, clock())
    if (checkpointFile) await noteCheckpoint(database.transaction, checkpointFile)
    return DONE
  })

const verify = () => line.run(auditVerify, [])

/** As a start does before it serves anybody. */
const start = () =>
  onLine(async (services) => {
    await refuseForeignKey(services)
    return DONE
  }, true)

test('what an earlier signing key signed holds on, as long as its public key is named', async () => {
  vi.stubEnv('SIGNING_KEY', first)
  await work('Signed with the first')
  expect(await verify()).toMatchObject({ code: 0, err: [] })

  vi.stubEnv('SIGNING_KEY', second)
  await expect(start()).rejects.toThrow(
    'name the one before in AUDIT_KEYS_BEFORE or its public key in SIGNING_KEYS_BEFORE',
  )
  const unnamed = await verify()
  expect(unnamed.code).toBe(1)
  expect(unnamed.err).toContain('  is not signed by this site.')

  vi.stubEnv('SIGNING_KEYS_BEFORE', publicOf(first))
  expect(await start()).toBe(DONE)
  expect(await verify()).toMatchObject({ code: 0, err: [] })
  await work('Signed with the second')
  expect(await verify()).toMatchObject({ code: 0, err: [] })

  // Twice rotated; a key may be named as PEM.
  vi.stubEnv('SIGNING_KEY', third)
  vi.stubEnv('SIGNING_KEYS_BEFORE', [publicOf(second), pemOf(first)].join(','))
  await work('Signed with the third')
  expect(await verify()).toMatchObject({ code: 0, err: [] })

  vi.stubEnv('SIGNING_KEYS_BEFORE', publicOf(second))
  expect((await verify()).code).toBe(1)
  vi.stubEnv('SIGNING_KEYS_BEFORE', [publicOf(second), publicOf(first)].join(','))
})

test('checkpoints of an earlier audit key hold on, as long as it is named; the word for a lost key is no key', async () => {
  const old = 'an audit key from before there were signing keys'
  vi.stubEnv('AUDIT_KEY', old)
  await work('Under a checkpoint of the audit key', old)
  expect(await verify()).toMatchObject({ code: 0, err: [] })

  vi.stubEnv('AUDIT_KEY', 'the next audit key, also of more than 32 letters')
  expect((await verify()).err.join('\n')).toMatch(/checkpoint \d+ \(.*\) is not signed with the audit key/)
  await expect(start()).rejects.toThrow('AUDIT_KEYS_BEFORE')
  vi.stubEnv('AUDIT_KEYS_BEFORE', `another, ${old}`)
  expect(await start()).toBe(DONE)
  expect(await verify()).toMatchObject({ code: 0, err: [] })

  // The site starts without it; what it signed is not accepted, nor what anybody signs with the word.
  vi.stubEnv('AUDIT_KEYS_BEFORE', 'lost')
  await work('Under a checkpoint of the word', 'lost')
  expect(await start()).toBe(DONE)
  const { code, err } = await verify()
  expect(code).toBe(1)
  expect(err.filter((each) => each.includes('is not signed with the audit key'))).toHaveLength(2)
})
