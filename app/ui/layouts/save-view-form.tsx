import type { FetcherWithComponents } from '@remix-run/react'
import { SubmitButton } from '../form/button'
import { Form } from '../form/form'
import { TextInput } from '../form/inputs'
import type { FormRefusal } from '../form/refusal'

type SaveViewFormProps = {
  action: string
  /** The state to keep: the grid's own parameters of the address. */
  query: string
  /** Where the person came from. */
  back: string
  name?: string
  refusal?: FormRefusal
  typed?: Record<string, string>
  prefix?: string
  fetcher?: FetcherWithComponents<unknown>
}

/** Keeps the present state of a grid under a name. */
export function SaveViewForm({ action, query, back, name, ...form }: SaveViewFormProps) {
  return (
    <Form action={action} {...form}>
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="back" value={back} />
      <TextInput
        name="name"
        label="Save what you see as"
        hint="A view of yours of the same name is replaced."
        required
        maxLength={80}
        defaultValue={name}
      />
      <SubmitButton name="intent" value="save-view">
        Save view
      </SubmitButton>
    </Form>
  )
}
