import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { backOf, idInPath } from '~/http/address'
import { guardUser, type RouteArgs } from '~/http/guard'
import { formRoute, pageRead } from '~/http/page-answer'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { Link } from '~/ui/open-close/close-link'
import { Page, PageSection } from '~/ui/page/page'
import { commentOn, objectToComment, readersOf } from '../comment.server'
import { objectPage } from '../object-kinds.server'

export const meta = () => [{ title: 'Comment · Fundesk' }]

async function commented(args: RouteArgs) {
  const guarded = await guardUser(args)
  const at = await pageRead(() => objectToComment(guarded, idInPath(args.params.objectId)))
  return { ...guarded, at, back: backOf(args.request, objectPage(at)) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { at, back, ...guarded } = await commented(args)
  const { kind, objectId } = at
  return {
    kind,
    objectId,
    back,
    readers: await readersOf(guarded, kind),
    idempotencyKey: guarded.services.ids.uuid(),
  }
}

const CommentFields = z.object({
  text: z
    .string('Enter a comment.')
    .trim()
    .min(1, 'Enter a comment.')
    .max(MAX_COMMENT_LENGTH, `A comment has at most ${MAX_COMMENT_LENGTH} characters.`),
  notify: z.string().default(''),
})

export const action = formRoute({
  title: 'The comment was not added',
  page: commented,
  fields: CommentFields,
  command: (context, { at }, fields) => commentOn(context, { objectId: at.objectId, ...fields }),
  done: (line, { back }) => [back, line],
})

/** A comment on an object of any kind, for its history and for those who are mentioned. */
export default function CommentOn() {
  const { kind, objectId, back, readers, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Page title={`Comment on ${kind} ${objectId}`}>
      <PageSection>
        <Form idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
          <TextArea
            name="text"
            label="Comment"
            required
            maxLength={MAX_COMMENT_LENGTH}
            hint="It becomes part of the history. Mention users by @ and their user name, such as @teamleader1."
          />
          <SelectInput
            name="notify"
            label="Notify"
            options={[
              { value: '', label: 'Only those mentioned' },
              ...readers.map(({ userName, name }) => ({ value: userName, label: `${name} (@${userName})` })),
            ]}
          />
          <FormActions>
            <SubmitButton look="primary" busyText="Saving…">
              Add comment
            </SubmitButton>
            <Link className="button" to={back}>
              Cancel
            </Link>
          </FormActions>
        </Form>
      </PageSection>
    </Page>
  )
}
