/** The kinds of changes that are decided with the authorisation matrix. */
export const MATRIX_KINDS = ['authorisation rule', 'signatory']
