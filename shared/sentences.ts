import { type FaultCode, faultSentences } from './faultSentences.ts'
import { statusProblems } from './statusSentences.ts'

export { type FaultCode, faultSentences } from './faultSentences.ts'

/**
 * All refusals: code, HTTP status, and the sentence shown to people. Source: the spec's error catalogues. Functions load this
 * file with the first refusal, so that none starts with all sentences; what they throw is in `problems.ts`.
 */
export const problems = {
  ...statusProblems,
  note_too_long: [400, 'Max Characters: 64'],
  not_a_picture: [400, 'We cannot show this file as a picture. Please choose a photo.'],
  no_pictures_wanted: [412, 'The family does not want pictures of this player here.'],
  wrong_file: [400, 'This file is damaged, or is not of the type its name says. Please choose another one.'],
  file_harmful: [412, 'This file contained malware and was removed. Nobody can open it.'],
  file_missing: [412, 'The file has not been uploaded. Please send it again.'],
  link_altered: [400, 'This link is incomplete. Open it from the email again, or sign in to answer.'],
  club_second_factor: [
    403,
    'This club requires two-step verification for administrators: set it up in My Profile, then sign in with it.',
  ],
  factor_first: [403, 'First set up two-step verification for yourself in My Profile, and sign in with it.'],
  second_factor_needed: [
    403,
    'Touchline staff need two-step verification: set it up in My Profile, then sign in with it.',
  ],
  password_needed: [403, 'Please enter your password again: this requires a recent sign-in.'],
  in_place_over: [403, 'You are no longer acting on anyone’s behalf.'],
  only_themselves: [403, 'Only they can do this themselves: nobody can do it on their behalf.'],
  invitation_gone: [
    404,
    'This invitation is no longer valid: it was withdrawn, or its sender may no longer invite people. Ask for a new one.',
  ],
  invite_removed: [404, 'The coach has withdrawn this invitation.'],
  link_expired: [404, 'This link has expired. Sign in to see the current answer.'],
  event_over: [412, 'This event is over. Ask the coach to change the answer.'],
  event_not_begun: [412, 'Attendance can be taken from the day of the event.'],
  event_deleted: [412, 'This event was deleted. Restore it first.'],
  event_archived: [404, 'The team of this event is archived.'],
  event_changed: [412, 'The event has changed since you were asked for that answer.'],
  event_cancelled: [412, 'This event is cancelled.'],
  answer_late: [412, 'The deadline has passed. Ask the coach to change the answer.'],
  answered_meanwhile: [412, 'Someone else has answered in the meantime.'],
  family_already: [412, 'You already have this player. The invitation stays open for the person it was sent to.'],
  link_used: [412, 'This link has already been used. Sign in to change the answer.'],
  email_sent: [412, 'This email is already on its way.'],
  email_to_nobody: [412, 'Nobody would get this email. Choose other recipients.'],
  no_address: [412, 'You have no confirmed email address.'],
  copy_asked_today: [412, 'You have already requested a copy today.'],
  too_many_feeds: [412, 'You have reached the maximum number of calendar links. Revoke one you no longer use.'],
  no_licence: [412, 'Your organization has no team license left. Archive another team, or get one more license.'],
  limited_functionality: [
    412,
    'There is an issue with your subscription. Until it is renewed, you can view everything but not add anything.',
  ],
  license_not_added: [412, 'Unable to add license'],
  no_subscription: [412, 'This club has no active subscription.'],
  not_expired: [412, 'This club already has a subscription.'],
  more_teams_than_licences: [
    412,
    'You have more active teams than that. Archive some first: none of their data is lost.',
  ],
  card_refused: [412, 'Payment method could not be be processed. Please verify your card info.'],
  payment_failed: [412, 'There was an error processing your card, please provide a new payment method.'],
  card_in_use: [412, 'This card pays for the subscription. Choose a different one first.'],
  no_card: [412, 'Add a card to pay for the subscription first.'],
  promotion_there: [412, 'This code already exists.'],
  no_free_period: [412, 'This club’s free period is over.'],
  promotion_over: [412, 'This code is no longer valid.'],
  team_archived: [412, 'This team is archived. Unarchive it first.'],
  access_taken: [412, 'This person’s access to this player was removed. Invite them on the player’s own page.'],
  takes_no_mail: [
    412,
    'Not invited: this address does not accept email from Touchline, so an invitation would not arrive. Invite them at another address.',
  ],
  family_invited: [412, 'There are already many invitations to this player. Withdraw one first.'],
  import_begun: [412, 'This import has already started: start another one for more rows.'],
  import_not_whole: [412, 'Not all rows of this table have been uploaded. Please send it again.'],
  cannot_merge: [412, 'This player has too much data to be moved. Keep this one, and merge the other one into it.'],
  both_answered: [
    412,
    'Both have answered the same task, so it is not clear which answer counts. Delete the task, or keep both players.',
  ],
  taken_is_family: [
    412,
    'Someone whose access to one of the two was removed is family of the other one. Remove them from that family first, then merge.',
  ],
  both_registered: [412, 'Both are in the same registration. Remove one of them from it first, then merge.'],
  too_many_contacts: [412, 'Together they have more than 24 contacts. Remove some from one of the two, then merge.'],
  health_too_long: [
    412,
    'Their combined health information is too long for one player. Shorten it for one of the two, then merge.',
  ],
  merge_gone: [412, 'This merge can no longer be undone.'],
  already_there: [
    412,
    'This already exists, and may differ from what you have here. Reload the page and edit the existing entry.',
  ],
  saved_before: [
    412,
    'This has already been saved the way you first sent it. Please check what is there and correct it.',
  ],
  told_already: [412, 'The family was already emailed within the last day.'],
  fee_settled: [412, 'Nothing is owed on this fee any more.'],
  more_than_owed: [412, 'That is more than is owed.'],
  less_than_paid: [
    412,
    'More than that has already been paid. First refund the difference, so that it is owed again; then lower the amount.',
  ],
  fee_charged: [
    412,
    'Players have already been charged this fee in a different way. Check what they owe before you charge again.',
  ],
  fee_has_payments: [412, 'This fee has payments. Cancel it instead.'],
  other_account: [
    412,
    'These are paid to different accounts of the club. Pay those for one account first, then the rest.',
  ],
  payments_off: [412, 'Online payment is not set up here. Ask your club how to pay.'],
  pay_link_gone: [404, 'This payment link has been revoked. Ask your club for a new one.'],
  pay_link_expired: [404, 'This payment link has expired. Ask your club for a new one.'],
  split_too_late: [412, 'This fee is partly paid or being paid, so it can no longer be split.'],
  split_held: [
    412,
    'A place in a registration is held while this is being paid. It can be split once the player is registered.',
  ],
  split_too_small: [412, 'One of the homes would have nothing to pay. Choose different shares.'],
  being_paid: [412, 'Someone is paying this right now.'],
  payment_disputed: [
    412,
    'The payer’s bank is deciding on this payment. Wait for its decision before you refund anything.',
  ],
  refund_at_paypal: [412, 'Refund it in your PayPal account: it is recorded here automatically.'],
  more_than_paid: [412, 'That is more than is left of this payment.'],
  payment_over: [412, 'This payment has ended. Start again to pay.'],
  fee_changed: [412, 'The amount to pay has changed. Check it again before you pay.'],
  too_small_online: [412, 'Amounts below $0.50 cannot be paid online.'],
  task_response_missing: [404, 'Task response does not exist'],
  assignment_closed: [412, 'This assignment is closed. Ask the coach to reopen it.'],
  task_changed: [412, 'The coach has changed this task in the meantime. Please read it again.'],
  task_answered: [412, 'Someone has already started this task, so it can no longer be changed.'],
  beyond_rights: [412, 'You can only give and remove rights you have yourself.'],
  last_administrator: [412, 'At least one person has to keep the right to edit administrators.'],
  other_address: [412, 'This invitation was sent to another address. Sign in with that address to accept it.'],
  too_many_agreements: [412, 'A club can have up to 20 agreements. Archive one first.'],
  agreement_changed: [412, 'The club has changed this text in the meantime. Please read it again.'],
  agreement_ended: [412, 'The club no longer asks for this.'],
  not_your_name: [412, 'Please type your first and last name as they appear in your profile.'],
  of_age_signs: [412, 'This player is an adult and agrees using their own account.'],
  own_account_needed: [
    412,
    'Adults agree using their own account, and these players have none. Invite them on their own pages.',
  ],
  guardian_does: [403, 'A parent or guardian has to do this.'],
  nobody_to_ask: [412, 'None of these families is on Touchline yet. Invite them first.'],
  all_agreed: [412, 'Everyone has already agreed or was asked within the last day.'],
  storage_full: [
    412,
    'There is no space left in your club’s library. Permanently delete something, or get one more license.',
  ],
  library_full: [412, 'The library has reached the maximum number of these. Delete some first.'],
  not_in_bin: [412, 'This has been restored from the bin in the meantime. If it should go, delete it again first.'],
  into_itself: [412, 'A folder cannot be moved into itself, or more than 20 levels deep.'],
  too_deep: [412, 'Folders can be nested up to 20 levels deep.'],
  not_yourself: [412, 'You cannot do this to your own account.'],
  chat_off: [412, 'Chat is turned off here.'],
  chat_stopped: [412, 'Nobody can write here until a second adult or the child’s own guardian joins the conversation.'],
  chat_alone: [412, 'The other person has left: nobody would read it.'],
  chat_archived: [412, 'This team is archived. Nobody can write here any more.'],
  account_of_adult: [
    412,
    'This account has other players, or runs or coaches something, so it is not a child’s. Choose the child’s own account.',
  ],
  account_of_guardian: [
    412,
    'This account has already acted as a parent or guardian here, so it is not a child’s. If it is the child’s own, talk to the club.',
  ],
  chat_blocked: [412, 'This club has blocked you from its chat. Contact the club about it.'],
  push_unknown: [412, 'Notifications cannot be sent to this browser: we do not support its push service.'],
  chat_no_look: [412, 'First say why you need to read this conversation. Access ends after a day.'],
  chat_needs_adult: [
    412,
    'Conversations with a child must include a second adult or the child’s own guardian. Add one of them.',
  ],
  chat_direct_off: [412, 'This club has turned off messages between two people.'],
  too_late_to_change: [412, 'A message can only be changed within 15 minutes of sending.'],
  REGISTRATION_PRICE_LOWER_THAN_REGISTRATION_FEE: [
    412,
    'This price is lower than the fee deducted from it. Enter a higher price, or none.',
  ],
  REGISTRATION_EVENT_OPTION_NAME_EXISTS: [412, 'Another option already has this name.'],
  registration_off: [412, 'Registration is not enabled for this organization.'],
  registration_launched: [412, 'This registration has already been launched.'],
  registration_not_launched: [412, 'This registration has not been launched yet.'],
  registration_in_use: [412, 'Players have registered here. Close it instead: their entries and payments are kept.'],
  tag_in_use: [412, 'Players or other registrations have this tag. Remove it from them first.'],
  option_in_use: [
    412,
    'Players have already chosen this. Limit its places instead, so that nobody else can choose it.',
  ],
  kind_in_use: [
    412,
    'Players have chosen a variant you are removing. Close this without saving to keep it, or first change their choices.',
  ],
  last_option: [412, 'Families register for this. Add another option first, or close the registration and keep it.'],
  USER_NOT_INVITED_TO_REGISTRATION: [
    412,
    'This registration is by invitation only, and your address is not invited. Ask the club, or sign in with the address that was invited.',
  ],
  registration_not_open: [412, 'This registration is not open yet.'],
  registration_closed: [412, 'This registration is closed.'],
  registration_full: [412, 'There are no places left.'],
  registration_changed: [
    412,
    'The club has changed this registration in the meantime. Please check what you filled in.',
  ],
  option_full: [412, 'One of the options you chose has no places left.'],
  no_date_left: [
    412,
    'One of the options you chose has no dates left: all of them are over or cancelled. Choose another one, or ask your club.',
  ],
  add_on_sold_out: [412, 'One of the add-ons you chose is sold out.'],
  promo_code_unknown: [412, 'This code does not exist.'],
  promo_code_expired: [412, 'This code has expired.'],
  promo_code_used_up: [412, 'This code has reached its maximum number of uses.'],
  price_changed: [412, 'The price has changed in the meantime. Please check it again.'],
  due_changed: [412, 'The due dates have changed. Please check them again.'],
  already_registered: [412, 'This player is already registered.'],
  too_many_children: [
    412,
    'That is too much to register at once. Register fewer players, or choose fewer options and add-ons.',
  ],
  answer_too_large: [
    413,
    'This is too much for one response. Request less, such as fewer days, or a compressed response.',
  ],
  too_much_kept: [412, 'All of this together is too much to save. Shorten a text, or remove something.'],
  nothing_to_register: [412, 'There is nothing left to submit. Fill in a player first.'],
  hold_lapsed: [412, 'Your time to pay is up, and the place is free again. Please register again.'],
  place_on_hold: [
    412,
    'This place is being offered, paid or given up. The choices can be changed once the player is registered or on the waiting list.',
  ],
  price_needs_fees: [
    412,
    'This changes what the family owes. Ask someone who can edit fees, or choose something with the same price.',
  ],
  charge_cancelled: [
    412,
    'The fee for this has been cancelled, so nothing can be added to it. Charge the difference in Payments, or choose something with the same price.',
  ],
  offer_lapsed: [412, 'This place is no longer offered.'],
  registered_already: [412, 'This player is registered. Ask the club to remove them.'],
  answered_elsewhere: [412, 'This conversation uses a different address. Ask with that one, or in a new tab.'],
  // The spec's catalogue has no 429, and lists 418 among the statuses whose sentence is shown: only this one says to come back.
  too_many_questions: [418, 'You have asked us many questions today. Please continue tomorrow.'],
  out_of_budget: [418, 'You, or someone on your network, has done this too often today. Please try again tomorrow.'],
  too_many_requests: [418, 'You have sent many requests today. Please try again tomorrow, or call your coach.'],
  too_many_templates: [412, 'You have reached the maximum number of templates. Remove one first.'],
  too_many_urgent: [418, 'The limit of urgent emails for today has been reached. Send it as a normal email.'],
  too_many_tests: [418, 'You have sent yourself many tests today. Send the email, or try again tomorrow.'],
  too_many_invitations: [418, 'Your club has sent many invitations today. Please try again tomorrow.'],
  too_many_sent: [418, 'You have sent many invitations today. Please try again tomorrow.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ProblemCode = keyof typeof problems

/**
 * A fault in a submitted value: its path, code, and a limit if the code has one. Never the value itself. `message` replaces the
 * code's own sentence.
 */
export type Fault = { at: string; code: FaultCode; limit?: number; message?: string }
/** A fault as sent to the caller: with its sentence, and its limit if the sentence names one. */
export function told({ at, code, limit, message }: Fault): Fault & { message: string } {
  const sentence = faultSentences[code]
  const hasLimit = limit !== undefined && sentence.includes('{{limit}}')
  return { at, code, message: message ?? sentence.replace('{{limit}}', String(limit)), ...(hasLimit && { limit }) }
}
