import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { secondPersonState } from '~/areas/access/second-person.server'
import { generatedLine, generateProcesses } from '~/areas/processes/generate-processes.server'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, type Refused, redirectWithStatus } from '~/http/page-answer'
import { scanTestFile } from '~/platform/files/virus-scan'
import { DomainLinks } from '~/platform/page/use-site'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { fingerprint, openSigning } from '~/platform/workflow/signing.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { TextInput } from '~/ui/form/inputs'
import { Page, PageSection } from '~/ui/page/page'
import { siteHealth } from '../site-health.server'
import { siteState } from '../site-state.server'
import { SystemFacts, SystemHealth } from '../system-facts'
import { sendTestMessage } from '../test-message.server'

export const meta = () => [{ title: 'System · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, read, services } = guarded
  const { running } = services
  const [state, secondPerson, health] = await Promise.all([
    siteState(guarded),
    secondPersonState(read),
    // Not through the guard's database access: viewing the page stores nothing.
    siteHealth({ ...services, database: args.context.services.database }),
  ])
  return {
    idempotencyKey: services.ids.uuid(),
    state,
    secondPerson,
    now: (services.realTime ?? services.clock)(),
    running: running ?? null,
    fingerprint: fingerprint(openSigning(services.settings.signingKey).own),
    health,
    mails: services.mail !== undefined,
    scans: services.uploads.scan !== null,
    mayUpdate: isAllowed(actor, 'administration', 'update'),
    links: administrationLinks(actor),
  }
}

const PATH = '/admin/system'

const generate = pageForm({
  fields: z.object({}),
  async answer(guarded: Guarded) {
    const line = await guarded.transaction((context) =>
      withIdempotencyKey(context, 'create process dates', async () => {
        const made = await generateProcesses(context)
        return generatedLine(made) ?? 'All process dates for the year ahead already exist.'
      }),
    )
    return redirectWithStatus(guarded, PATH, line)
  },
})

const sendMessage = pageForm({
  fields: z.object({
    address: z
      .email('Enter an e-mail address, such as ann@example.com.')
      .max(254, 'Enter an address of at most 254 characters.'),
  }),
  async answer(guarded: Guarded, { address }) {
    const { mail, ids } = guarded.services
    await sendTestMessage(guarded, mail, { to: address, id: ids.uuid() })
    return redirectWithStatus(guarded, PATH, `Test message sent to ${address}`)
  },
})

const scanFile = pageForm({
  fields: z.object({}),
  async answer(guarded: Guarded) {
    const { scan } = guarded.services.uploads
    if (!scan)
      throw new DomainError(
        'refused',
        'This site has no virus scanner. Set CLAMD_URL, and start Fundesk again.',
        { title: 'The test file was not scanned' },
      )
    const { by, threat } = await scanTestFile(scan)
    return redirectWithStatus(guarded, PATH, `${by} found ${threat} in the test file, as it should`)
  },
})

const FORMS: PageForms<Guarded> = { generate, 'send-message': sendMessage, 'scan-file': scanFile }

export async function action(args: ActionFunctionArgs) {
  return handleIntents(args, FORMS, await guard(args, 'administration', 'update'))
}

interface TrialsProps {
  idempotencyKey: string
  refused: Refused | undefined
  mails: boolean
  scans: boolean
}

/** Forms that try the mail server and the virus scanner. */
function Trials({ idempotencyKey, refused, mails, scans }: TrialsProps) {
  const shownIn = (intent: string) => (refused?.typed.intent === intent ? refused : undefined)
  return (
    <PageSection title="Try it">
      <Form prefix="message" idempotencyKey={idempotencyKey} {...shownIn('send-message')}>
        <TextInput name="address" label="E-mail address" type="email" required maxLength={254} />
        <SubmitButton
          name="intent"
          value="send-message"
          look="plain"
          busyText="Sending…"
          off={mails ? null : 'This site has no mail server (SMTP_URL).'}
        >
          Send a test message
        </SubmitButton>
      </Form>
      <Form prefix="scan" idempotencyKey={idempotencyKey} {...shownIn('scan-file')}>
        <SubmitButton
          name="intent"
          value="scan-file"
          look="plain"
          busyText="Scanning…"
          off={scans ? null : 'This site has no virus scanner (CLAMD_URL).'}
        >
          Scan a test file
        </SubmitButton>
      </Form>
    </PageSection>
  )
}

/** Which Fundesk runs here, its health, and the jobs that can be started by hand. */
export default function System() {
  const {
    state,
    secondPerson,
    now,
    running,
    health,
    mayUpdate,
    links,
    idempotencyKey,
    mails,
    scans,
    fingerprint: key,
  } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="System">
        <SystemHealth lines={health} />
        {mayUpdate && (
          <Trials idempotencyKey={idempotencyKey} refused={refused} mails={mails} scans={scans} />
        )}
        <SystemFacts running={running} state={state} now={now} fingerprint={key} />
        <PageSection title="Second person">
          <p>
            {secondPerson.off
              ? 'Switched off: requests by the only administrator take effect at once.'
              : 'Switched on: requests by administrators wait until another administrator approves them.'}{' '}
            <Link to="/admin/second-person">View and change</Link>
          </p>
        </PageSection>
        <PageSection title="Process dates">
          <p>Process dates are created every day, and after every change, for a year ahead.</p>
          {mayUpdate && (
            <Form
              prefix="generate"
              idempotencyKey={idempotencyKey}
              {...(refused?.typed.intent === 'generate' ? refused : {})}
            >
              <SubmitButton name="intent" value="generate" look="plain" busyText="Creating…">
                Create process dates now
              </SubmitButton>
            </Form>
          )}
        </PageSection>
      </Page>
    </>
  )
}
