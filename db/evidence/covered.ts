/**
 * Every table, with its coverage by evidence. A new table needs a line here: in COVERED, where each change of its rows
 * is recorded and sealed, or in LEFT_OUT with the reason. Otherwise `tests/platform/proof/covered.test.ts` fails.
 */
export interface Cover {
  /** Its primary key. */
  key: readonly string[]
  /** The column with the object that its rows belong to; missing: the first of the key. */
  owner?: string
  /** The recorded columns; missing: all. */
  only?: readonly string[]
  /** Columns recorded as SHA-256 only. */
  hidden?: readonly string[]
  /** Its rows never change, and this column has the instant of each. */
  dated?: string
  /** The table whose row its rows are written with, in one transaction, by its `owner`; none are added later. */
  follows?: string
}

const by = (...key: string[]): Cover => ({ key })
const ofControl = (...key: string[]): Cover => ({ key, owner: 'control_id', follows: 'nav_control' })

export const COVERED: Readonly<Record<string, Cover>> = {
  // The content of events is in their own chains.
  workflow_event: {
    key: ['id'],
    owner: 'object_id',
    only: ['id', 'object_id', 'seq', 'at', 'hash'],
    dated: 'at',
  },
  workflow_instance: by('object_id'),
  workflow_definition: by('id'),
  workflow_step: by('id'),
  fund_nav: by('id'),
  nav_control: { key: ['id'], owner: 'fund_nav_id' },
  nav_control_input: ofControl('control_id'),
  nav_control_file: ofControl('control_id', 'file_index'),
  nav_control_table: ofControl('control_id', 'kind'),
  nav_line: ofControl('control_id', 'row'),
  balance_line: ofControl('control_id', 'row'),
  inventory_line: ofControl('control_id', 'row'),
  rule_result: ofControl('id'),
  nav_bridge: ofControl('control_id'),
  nav_bridge_driver: ofControl('control_id', 'position'),
  nav_bridge_contributor: ofControl('control_id', 'position'),
  control_currency: ofControl('control_id', 'currency'),
  rule_tolerance: by('id'),
  sent_figure: by('fund_nav_id', 'round', 'class_code'),
  nav_matching: { key: ['id'], owner: 'fund_nav_id' },
  nav_break: { key: ['id'], owner: 'matching_id' },
  nav_check: by('fund_nav_id', 'round', 'rank'),
  kpi_comment_entry: by('object_id', 'method_id'),
  draft: by('id'),
  cost_line: { key: ['id'], owner: 'draft_id' },
  totals_confirmation: by('draft_id'),
  duplicate_confirmation: { key: ['id'], owner: 'draft_id' },
  einvoice_reading: by('sha256'),
  invoice: by('id'),
  invoice_row: by('id'),
  recoverable_vat: by('id'),
  booked_taxes: by('invoice_id'),
  allocation_key: by('id'),
  allocation: { key: ['id'], owner: 'draft_id' },
  allocation_part: by('allocation_id', 'fund_id'),
  prepaid_journal: by('id'),
  prepaid_line: by('invoice_id', 'month_end', 'seq'),
  payment_run: by('id'),
  payment_file: { key: ['id'], owner: 'run_id' },
  payment: { key: ['id'], owner: 'run_id' },
  payment_credit: { key: ['payment_id', 'credit_id'], owner: 'credit_id' },
  bank_answer: by('id'),
  bank_document: { key: ['sha256'], owner: 'answer_id' },
  bank_statement: { key: ['id'], owner: 'answer_id' },
  bank_entry: by('id'),
  bank_posting: { key: ['entry_id', 'position'], owner: 'entry_id' },
  bank_month: { key: ['account', 'currency', 'month_end'], owner: 'account' },
  account_balance: { key: ['iban', 'currency', 'day'], owner: 'answer_id' },
  budget: by('id'),
  budget_term: by('budget_id'),
  budget_override: { key: ['id'], owner: 'budget_id' },
  bank_account: by('id'),
  authorisation_rule: { key: ['id'], owner: 'legal_entity_id' },
  signatory: { key: ['id'], owner: 'validator_id' },
  document: { key: ['id'], owner: 'object_id' },
  document_content: by('sha256'),
  app_user: { key: ['id'], hidden: ['password_hash'] },
  authorisation: by('user_id', 'function_id'),
  user_queue: by('user_id', 'queue'),
  api_token: {
    key: ['id'],
    owner: 'user_id',
    only: ['id', 'user_id', 'name', 'token_hash', 'read_only', 'created_at', 'expires_at', 'revoked_at'],
  },
  replay_proposal: by('change_id'),
  pending_change: { key: ['id'], owner: 'target', hidden: ['secret'] },
  ux_function: by('id'),
  entity_event: by('id'),
  entity_event_day: by('entity_event_id', 'date'),
  process: by('id'),
  process_task: { key: ['id'], owner: 'process_id' },
  entity_process: by('id'),
  entity_process_date: by('id'),
  task: by('id'),
  legal_entity: by('id'),
  fund: by('id'),
  share_class: { key: ['code'], owner: 'fund_id' },
  fund_fee: by('fund_id', 'account_prefix', 'valid_from'),
  benchmark_level: by('benchmark', 'date'),
  account_prefix: by('prefix'),
  exchange_rate: by('currency', 'date'),
  currency: by('code'),
  expense_type: by('id'),
  expense_account: by('id'),
  routine_type: by('id'),
  client_validator: by('id'),
  calendar_holiday: by('calendar', 'date'),
  mapping: by('id'),
  reason: by('code'),
  kpi_method: by('id'),
  kpi_comment: by('id'),
  isae_check: by('rank'),
}

export const LEFT_OUT: Readonly<Record<string, string>> = {
  document_chunk: 'the bytes are held against the SHA-256 that names them',
  audit_checkpoint: 'signed itself',
  data_change: 'what is sealed',
  change_seal: 'signed itself',
  checkpoint_stamp: 'signed itself, by the authority that stamped it',
  checkpoint_sent: 'up to which checkpoint places outside have taken them',
  month_pack: 'how far a pack of a month is; that it was built is an event',
  month_pack_chunk: 'bytes of such a pack, which are signed themselves and kept for a week',
  covered_table: 'what the database knows of its own triggers',
  price_row: 'sums of inventory lines, which are covered; triggers make them',
  invoice_tally: 'sums of invoice_row, which is covered; triggers make them',
  idempotency_key: 'answers to forms that may come twice',
  session: 'logins',
  form_recovery: 'what was typed when a session had ended',
  user_notice: 'notices to a user; what they tell of has events',
  mail_preference: 'where a user wants notices',
  sent_notification: 'which notices were sent',
  saved_layout: 'views of lists',
  site_setting: 'that the demo data is loaded, and the like',
  throttle_count: 'counts of requests',
  replay_run: 'what rules would have done; it can be computed again',
  detection_floor: 'what rules would see; it can be computed again',
  user_write_lsn: 'up to where a user wrote, for the replica that they read',
  lease: 'which instance does the scheduled work',
  work_step: 'how far an upload is',
  import_trial: 'a file that waits to be imported',
  import_trial_chunk: 'a file that waits to be imported',
}
