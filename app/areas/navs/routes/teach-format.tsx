import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks, domainLinks } from '~/areas/access/menu'
import { parseFields } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { KINDS, type Kind } from '~/platform/formats/kinds'
import { Instant } from '~/platform/page/instant'
import { DomainLinks } from '~/platform/page/use-site'
import { DomainError } from '~/platform/values/domain-error'
import { counted } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { fundOfUpload } from '../formats/format-columns'
import type { WaitingUploadRow } from '../formats/format-rows'
import { proposeFormat } from '../formats/propose-format.server'
import type { Teaching } from '../formats/teach/teach'
import { checkTaught, type TaughtFormat, taughtFormat } from '../formats/teach/teach-format.server'
import '../formats/teach/teaching.css'
import { GeneralFields, TaughtSheets, TrialOfFormat, UploadThatWaits } from '../formats/teach/teaching-view'
import { letUploadWait, type UploadToWait, uploadsThatWait } from '../formats/waiting-uploads.server'
import { TeachFields } from '../forms'
import { CONTROL_SETS, type ControlSet, setOfPath } from '../nav'
import { reasons } from '../nav-view.server'
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

/** What the files were uploaded as, where it is one table: positions to match. */
function kindIn({ request }: RouteArgs): Kind | null {
  const table = new URL(request.url).searchParams.get('table')
  return KINDS.find((kind) => kind === table) ?? null
}

/** The refused upload of a control from which the page was opened; null for none. */
function uploadIn({ request }: RouteArgs): { set: ControlSet; reason: string; comment: string } | null {
  const query = new URL(request.url).searchParams
  const set = setOfPath(query.get('set') ?? undefined)
  return set && { set, reason: query.get('reason') ?? '', comment: query.get('comment') ?? '' }
}

/** The files that are taught, what they were uploaded for, and the upload that may wait for the format. */
async function filesToTeach(guarded: Guarded, args: RouteArgs) {
  const { actor } = guarded
  const { staged = '' } = args.params
  const [waiting] = isAllowed(actor, 'administration', 'update') ? await uploadsThatWait(guarded, staged) : []
  if (waiting) {
    const { userId, fundNavId, set } = waiting
    return { sent: { staged, senderId: userId, fundNavId, set, kind: null }, upload: null, waiting }
  }
  const upload = uploadIn(args)
  const sent = { senderId: actor.id, fundNavId: navIn(args), set: upload?.set ?? null, kind: kindIn(args) }
  return {
    sent: { staged, ...sent },
    upload: isAllowed(actor, 'navctrl', 'add') ? upload : null,
    waiting: null,
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardTeaching(args)
  const { actor, services } = guarded
  const isAdministrator = isAllowed(actor, 'administration', 'update')
  const { sent, ...uploads } = await filesToTeach(guarded, args)
  return pageRead(async () => ({
    teaching: await taughtFormat(guarded, services.workers, { ...sent, definition: '', fields: {} }),
    isAdministrator,
    ...uploads,
    reasons: await reasons(guarded.read),
    links: isAdministrator ? administrationLinks(actor) : domainLinks(actor, 'navctrl'),
    idempotencyKey: services.ids.uuid(),
  }))
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardTeaching(args)
  return formAnswer(
    args,
    async (typed) => {
      const fields = parseFields(typed, TeachFields, TITLE)
      const { intent, definition, json, comment } = fields
      const { sent, upload } = await filesToTeach(guarded, args)
      const toWait = upload && {
        staged: sent.staged,
        set: upload.set,
        fundNavId: sent.fundNavId,
        reasonCode: fields.uploadReason,
        comment: fields.uploadComment,
      }
      const isJson = intent === 'json'
      const teaching = await taughtFormat(guarded, guarded.services.workers, {
        ...sent,
        definition: isJson ? json : definition,
        fields: isJson ? {} : typed,
      })
      if (intent !== 'propose' && intent !== 'wait') return { teaching }
      try {
        if (intent === 'wait') return await waits(guarded, toWait)
        return await proposed(guarded, teaching, comment, fields.uploadWaits === 'on' ? toWait : null)
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

const UPLOAD_WAITS =
  'The upload waits: it runs as yours once a file format is approved that reads it, and My work tells you'

async function waits(guarded: Guarded, toWait: UploadToWait | null) {
  if (toWait === null)
    throw new DomainError(
      'invalid',
      'The page was not opened from a refused upload. Start from the upload again.',
    )
  await guarded.transaction((context) =>
    withIdempotencyKey(context, 'let an upload wait', () => letUploadWait(context, toWait)),
  )
  return redirectWithStatus(guarded, '/nav-controls', UPLOAD_WAITS)
}

/** @param toWait the upload that runs once the format is approved; null for none */
async function proposed(guarded: Guarded, teaching: Teaching, comment: string, toWait: UploadToWait | null) {
  checkTaught(guarded, teaching)
  const { code, note } = await guarded.transaction((context) =>
    withIdempotencyKey(context, 'propose a file format', async () => {
      if (toWait) await letUploadWait(context, toWait)
      return proposeFormat(context, teaching.definition, comment)
    }),
  )
  const said = [`File format ${code}: ${note}`, ...(toWait ? [UPLOAD_WAITS] : [])]
  return redirectWithStatus(guarded, '/admin/formats', said.join('. '))
}

/** The files of a set, what each column of their sheets means, and what is read so. */
export default function TeachFormat() {
  const {
    teaching: suggested,
    isAdministrator,
    links,
    idempotencyKey,
    waiting,
    ...asked
  } = useLoaderData<typeof loader>()
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
          {waiting && <WaitingUpload upload={waiting} />}
          <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
            {/* Without the files, or with a JSON that is none, there is nothing to choose from. */}
            {!refused && <Taught teaching={teaching} isAdministrator={isAdministrator} {...asked} />}
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

/** Whose files they are, where they wait for a format that an administrator teaches. */
function WaitingUpload({ upload }: { upload: WaitingUploadRow & { set: ControlSet } }) {
  const { fundCode, sender, since, until, set } = upload
  const { definition } = CONTROL_SETS[set]
  const what = fundCode === null ? definition : `${definition} of ${fundOfUpload(upload)}`
  return (
    <Note>
      {`${what} sent by ${sender ?? 'a user'}, waiting since `}
      <Instant at={since} /> and kept until <Instant at={until} />. The control runs as its sender’s once a
      format that reads the files is approved.
    </Note>
  )
}

/** What is read, and the choices that decide it. */
interface TaughtProps {
  teaching: TaughtFormat
  isAdministrator: boolean
  /** The refused upload of a control; null for none. */
  upload: { set: ControlSet; reason: string; comment: string } | null
  reasons: { code: string; display: string }[]
}

function Taught({ teaching, isAdministrator, upload, reasons: known }: TaughtProps) {
  const isReady = isAdministrator && teaching.lacking.length + teaching.faults.length === 0
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
      {upload && <UploadThatWaits upload={upload} reasons={known} mayWait={isAdministrator} />}
      <FormActions>
        <SubmitButton name="intent" value="try" look={isReady ? 'plain' : 'primary'} busyText="Reading…">
          Try
        </SubmitButton>
        {upload && !isAdministrator && (
          <SubmitButton name="intent" value="wait" look="plain" busyText="Saving…">
            Let the upload wait
          </SubmitButton>
        )}
        {isAdministrator && (
          <SubmitButton
            name="intent"
            value="propose"
            look={isReady ? 'primary' : 'plain'}
            busyText="Checking…"
          >
            Propose
          </SubmitButton>
        )}
      </FormActions>
      {!isAdministrator && (
        <p className="muted">
          {upload
            ? 'Administrators propose formats: let the upload wait, and they find its files under File formats. The JSON below, sent to one of them, saves them the choices that you made.'
            : 'Administrators propose formats: copy the JSON below and send it to one of them.'}
        </p>
      )}
    </>
  )
}
