/** Why a form was not taken, and which fields are concerned. */
export type FormRefusal = {
  /** What kind of refusal it is, where the server says so. */
  code?: string
  title: string
  message: string
  /** A sentence by field name. */
  fields?: Record<string, string>
  list?: string[]
  /** Nobody refused it: it waited for its user, whose session had ended. */
  kind?: 'kept'
  /** Show the message above the sentences of the fields: it says more than they do. */
  saysMore?: boolean
}

const MAYBE_STORED = new Set(['unavailable', 'unknown', 'saved'])

/** Whether a form may have taken effect although it was not answered as done: sent again, it keeps its key. */
export const mayBeStored = ({ code }: FormRefusal): boolean => code !== undefined && MAYBE_STORED.has(code)

/** A form that comes back: why, and what was typed in it. */
export type Refused = { refusal: FormRefusal; typed: Record<string, string> }
