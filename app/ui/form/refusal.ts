/** Why a form was not taken, and which fields are concerned. */
export type FormRefusal = {
  title: string
  message: string
  /** A sentence by field name. */
  fields?: Record<string, string>
  list?: string[]
}

/** A form that comes back: why, and what was typed in it. */
export type Refused = { refusal: FormRefusal; typed: Record<string, string> }
