import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { secondPersonState } from '~/areas/access/second-person.server'
import { generatedLine, generateProcesses } from '~/areas/processes/generate-processes.server'
import { guard } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { contentStore } from '~/platform/files/content-store.server'
import { disksOf } from '~/platform/files/disks.server'
import { DomainLinks } from '~/platform/page/use-site'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { fingerprint, openSigning } from '~/platform/workflow/signing.server'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Page, PageSection } from '~/ui/page/page'
import { healthLines } from '../health-line'
import {
  checkpointRecipients,
  databaseAnswers,
  scannerAnswers,
  siteState,
  storeAnswers,
} from '../site-state.server'
import { SystemFacts, SystemHealth } from '../system-facts'

export const meta = () => [{ title: 'System · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, read, services } = guarded
  const { clock, office, running, folders = {}, diskTrouble, uploads } = services
  const now = clock()
  const [state, answers, secondPerson, disks, scanner, store, outside] = await Promise.all([
    siteState(guarded),
    // Not through the guard's database access: viewing the page stores nothing.
    databaseAnswers(args.context.services.database, clock),
    secondPersonState(read),
    disksOf(folders),
    scannerAnswers(uploads.scan),
    storeAnswers(contentStore()),
    checkpointRecipients(read, services.settings),
  ])
  return {
    idempotencyKey: services.ids.uuid(),
    state,
    secondPerson,
    now,
    running: running ?? null,
    fingerprint: fingerprint(openSigning(services.settings.signingKey).own),
    health: healthLines({
      ...answers,
      ...state,
      disks,
      diskFullAt: diskTrouble?.fullAt ?? null,
      replica: args.context.services.database.replica?.state(),
      now,
      office: office !== undefined,
      scanner,
      store,
      outside,
      startedAt: running?.startedAt ?? null,
    }),
    mayUpdate: isAllowed(actor, 'administration', 'update'),
    links: administrationLinks(actor),
  }
}

export const action = formRoute({
  page: (args) => guard(args, 'administration', 'update'),
  fields: z.object({}),
  command: (context) =>
    withIdempotencyKey(context, 'create process dates', async () => {
      const made = await generateProcesses(context)
      return generatedLine(made) ?? 'All process dates for the year ahead already exist.'
    }),
  done: (line) => ['/admin/system', line],
})

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
    fingerprint: key,
  } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="System">
        <SystemHealth lines={health} />
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
              refusal={refused?.refusal}
              typed={refused?.typed}
            >
              <SubmitButton look="plain" busyText="Creating…">
                Create process dates now
              </SubmitButton>
            </Form>
          )}
        </PageSection>
      </Page>
    </>
  )
}
