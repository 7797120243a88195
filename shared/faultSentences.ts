/**
 * What can be wrong with a submitted value: its code, and its sentence, with `{{limit}}` filled in. Source: the spec's message
 * catalogue. Forms use the same codes; other languages are in `web/problems/`.
 */
export const faultSentences = {
  required: 'Required.',
  select_one: 'Please select one.',
  invalid_email: 'Invalid e-mail.',
  too_long: 'Max Characters: {{limit}}',
  too_nested: 'Please nest fewer lists and quotes.',
  too_short: 'Min Characters: {{limit}}',
  too_many: 'At most {{limit}}.',
  too_few: 'At least {{limit}}.',
  too_great: 'max {{limit}} number',
  too_small: 'min {{limit}} number',
  not_above_zero: 'Must be more than 0.',
  not_the_sum: 'The parts do not add up to the whole.',
  too_many_percent: 'max {{limit}} percent',
  invalid_key: 'Invalid key.',
  not_a_name: 'Please write this on one line, without hidden characters.',
  not_a_file_name: 'Please do not use / \\ : * ? " < > | or hidden characters.',
  not_text: 'This is not text.',
  wrong_type: 'This type of file is not supported.',
  not_a_jpeg: 'Please choose a JPEG picture.',
  file_too_large: 'That file is too large.',
  exact_characters: '{{limit}} characters required.',
  exact_digits: '{{limit}} digits required.',
  not_a_post_code: 'This is not a postal code of that country.',
  not_a_phone: 'This is not a phone number.',
  not_a_number: 'This is not a number.',
  not_a_day: 'This is not a date.',
  not_your_name: 'Please type your own first and last name, exactly as they appear in your profile.',
  wrong_password: 'That is not your password.',
  weak_password: 'That is too easy to guess. Three or four unrelated words are strong and easy to type.',
  known_password: 'That is too easy to guess: it is, or is close to, a commonly used password.',
  password_in_a_row: 'That is too easy to guess: it contains sequences or repetitions.',
  password_about_you: 'That is too easy to guess: it is mostly your name, your address or a word related to Touchline.',
  password_not_looked_at: 'We could not check whether that is easy to guess. Check your connection and try again.',
  blanks_around: 'Please remove the space at the beginning or the end.',
  not_an_address: 'Please enter a web address that starts with https://',
  not_public: 'This address is not reachable from the public internet.',
  code_exists: 'This code already exists.',
  not_a_code: 'Please use letters, digits and hyphens only.',
  twice: 'This already exists.',
  email_added: 'This e-mail has already been added.',
  in_the_past: 'This date is in the past.',
  in_the_future: 'This date is in the future.',
  too_far: 'At most {{limit}} years from today.',
  beyond_a_year: 'Choose a date within a year.',
  launch_after_close: 'The launch date must be earlier than the close date.',
  due_date_missing: 'Every installment needs a due date.',
  not_in_order: 'Must be later than the one before.',
  least_over_most: 'The minimum cannot be higher than the maximum.',
  too_many_decimals: 'At most {{limit}} decimals.',
  no_option: 'At least {{limit}} option.',
  no_event: 'At least {{limit}} event.',
  no_payment: 'Choose how families pay: online, or when billed.',
  no_payment_account: 'Choose the account that payments go to.',
  price_below_fee: 'This price is lower than the fee deducted from it. Enter a higher price, or none.',
  health_for_registrars: 'Health information is only visible to people who manage registrations.',
  no_conversation_name: 'Please type a name for your conversation',
  rows_too_long: 'The rows up to this one contain too much to send at once. Send fewer rows.',
  emptied: 'Cleared fields take effect once you save everything.',
  invalid: 'This is not valid.',
} as const
export type FaultCode = keyof typeof faultSentences

/**
 * A fault in a submitted value: its path, code, and a limit if the code has one. Never the value itself. `message` replaces the
 * code's own sentence.
 */
export type Fault = { at: string; code: FaultCode; limit?: number; message?: string }
/** A fault as sent to the caller: with its sentence, and its limit if the sentence names one. */
export function withSentence({ at, code, limit, message }: Fault): Fault & { message: string } {
  const sentence = faultSentences[code]
  const hasLimit = limit !== undefined && sentence.includes('{{limit}}')
  return { at, code, message: message ?? sentence.replace('{{limit}}', String(limit)), ...(hasLimit && { limit }) }
}
