import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks, domainLinks } from '~/areas/access/menu'
import { parseFields } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { DomainLinks } from '~/platform/page/use-site'
import { DomainError } from '~/platform/values/domain-error'
import { counted } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Page, PageSection } from '~/ui/page/page'
import { proposeFormat } from '../formats/propose-format.server'
import type { Teaching } from '../formats/teach/teach'
import { checkTaught, taughtFormat } from '../formats/teach/teach-format.server'
import { GeneralFields, TaughtSheets, TrialOfFormat } from '../formats/teach/teaching-view'
import { TeachFields } from '../forms'
import { guardTeaching } from './guard-teaching'

const TITLE = 'The format was not proposed'

export const meta = () => [{ title: 'Teach a format · Fundesk' }]

/** Reading the files again after each change is the action's work. */
export const shouldRevalidate = ({ formMethod }: ShouldRevalidateFunctionArgs) => formMethod !== 'POST'

/** The NAV from which the files were uploaded. */
function navIn({ request }: RouteArgs): number | null {
  const id = new URL(request.url).searchParams.get('fundNavId') ?? ''
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardTeaching(args)
  const { actor, services } = guarded
  const { staged = '' } = args.params
  const isAdministrator = isAllowed(actor, 'administration', 'update')
  return pageRead(async () => ({
    teaching: await taughtFormat(guarded, services.workers, {
      staged,
      fundNavId: navIn(args),
      definition: '',
      fields: {},
    }),
    isAdministrator,
    links: isAdministrator ? administrationLinks(actor) : domainLinks(actor, 'navctrl'),
    idempotencyKey: services.ids.uuid(),
  }))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardTeaching(args)
  const { staged = '' } = args.params
  return formAnswer(
    args,
    async (typed) => {
      const { intent, definition, json, comment } = parseFields(typed, TeachFields, TITLE)
      const isJson = intent === 'json'
      const teaching = await taughtFormat(guarded, guarded.services.workers, {
        staged,
        fundNavId: navIn(args),
        definition: isJson ? json : definition,
        fields: isJson ? {} : typed,
      })
      if (intent !== 'propose') return { teaching }
      try {
        return await proposed(guarded, teaching, comment)
      } catch (error) {
        // The page keeps what was chosen, and lists why.
        if (!(error instanceof DomainError)) throw error
        const notes = [error.message, ...(error.options.list ?? [])]
        return data({ teaching: { ...teaching, notes } }, { status: 422 })
      }
    },
    TITLE,
  )
}

async function proposed(guarded: Guarded, teaching: Teaching, comment: string) {
  checkTaught(guarded, teaching)
  const { code, note } = await guarded.transaction((context) =>
    withIdempotencyKey(context, 'propose a file format', () =>
      proposeFormat(context, teaching.definition, comment),
    ),
  )
  return redirectWithStatus(guarded, '/admin/formats', `File format ${code}: ${note}`)
}

/** The files of a set, what each column of their sheets means, and what is read so. */
export default function TeachFormat() {
  const { teaching: suggested, isAdministrator, links, idempotencyKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer && 'refusal' in answer ? answer : undefined
  const teaching = answer && 'teaching' in answer ? answer.teaching : suggested
  const json = refused?.typed.intent === 'json' ? refused.typed.json : refused?.typed.definition
  const { tables, lacking, faults } = teaching
  const lines = tables.reduce((sum, table) => sum + table.lines, 0)
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Teach a format"
        aside={
          <span className="muted">
            {counted(lines, 'line')} read, {counted(lacking.length + faults.length, 'point')} to mend
          </span>
        }
        actions={
          <Link className="button" to={isAdministrator ? '/admin/formats' : '/nav-controls'}>
            {isAdministrator ? 'All formats' : 'NAV Controls'}
          </Link>
        }
      >
        <PageSection>
          <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
            {/* Without the files, or with a JSON that is none, there is nothing to choose from. */}
            {!refused && <Taught teaching={teaching} isAdministrator={isAdministrator} />}
            <details open={refused !== undefined}>
              <summary>JSON of the format</summary>
              <TextArea name="json" label="JSON" rows={16} value={refused ? json : teaching.definition} />
              <SubmitButton name="intent" value="json" look="plain" busyText="Reading…">
                Try this JSON
              </SubmitButton>
            </details>
          </Form>
        </PageSection>
      </Page>
    </>
  )
}

/** What is read, and the choices that decide it. */
function Taught({ teaching, isAdministrator }: { teaching: Teaching; isAdministrator: boolean }) {
  return (
    <>
      <input type="hidden" name="definition" value={teaching.definition} readOnly />
      <div className="teach">
        <TrialOfFormat teaching={teaching} />
        <TaughtSheets teaching={teaching} />
      </div>
      <GeneralFields teaching={teaching} />
      {isAdministrator && (
        <TextArea
          name="comment"
          label="Reason"
          hint="For the administrator who approves it."
          maxLength={1000}
        />
      )}
      <FormActions>
        <SubmitButton name="intent" value="try" busyText="Reading…">
          Try
        </SubmitButton>
        {isAdministrator && (
          <SubmitButton name="intent" value="propose" look="plain" busyText="Checking…">
            Propose
          </SubmitButton>
        )}
      </FormActions>
      {!isAdministrator && (
        <p className="muted">
          Administrators propose formats: copy the JSON below and send it to one of them.
        </p>
      )}
    </>
  )
}
