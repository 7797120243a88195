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
  not_a_picture: [400, 'That file is not a picture that we can show. Please choose a photo.'],
  no_pictures_wanted: [412, 'Their family wants no picture of this player here.'],
  wrong_file: [400, 'That file is not what its name says, or it is damaged. Please choose another one.'],
  file_harmful: [412, 'This file was found to hold malicious software and was taken away. Nobody can open it.'],
  file_missing: [412, 'The file has not arrived. Please send it again.'],
  link_altered: [400, 'This link is not whole. Open it from the mail again, or sign in to answer.'],
  club_second_factor: [
    403,
    'This club asks its administrators for a second factor: set it up in My Profile, then sign in with it.',
  ],
  factor_first: [403, 'Set up a second factor for yourself first, in My Profile, and sign in with it.'],
  second_factor_needed: [403, 'Our own people need a second factor: set it up in My Profile, then sign in with it.'],
  password_needed: [403, 'Please type your password again: this needs a sign-in of the last minutes.'],
  in_place_over: [403, 'You act in nobody’s place any more.'],
  only_themselves: [403, 'Only they can do this themselves: nobody can in their place.'],
  invitation_gone: [
    404,
    'This invitation does not count any more: it was taken back, or who sent it may not invite by now. Ask for another one.',
  ],
  invite_removed: [404, 'The coach has taken this invitation back.'],
  link_expired: [404, 'This link has expired. Sign in to see what stands.'],
  event_over: [412, 'This event is over. Ask the coach to change the answer.'],
  event_not_begun: [412, 'Attendance can be taken from the day of the event on.'],
  event_deleted: [412, 'This event was deleted. Bring it back first.'],
  event_archived: [404, 'The team of this event is archived.'],
  event_changed: [412, 'The event has changed since that answer was asked for.'],
  event_cancelled: [412, 'This event is cancelled.'],
  answer_late: [412, 'The time to answer is over. Ask the coach to change the answer.'],
  answered_meanwhile: [412, 'Somebody else has answered meanwhile.'],
  family_already: [412, 'You have this player already. The invitation stays for whom it was sent to.'],
  link_used: [412, 'This link has been used already. Sign in to change the answer.'],
  email_sent: [412, 'This email is on its way already.'],
  email_to_nobody: [412, 'Nobody would get this email. Choose other recipients.'],
  no_address: [412, 'There is no confirmed address of yours to mail to.'],
  copy_asked_today: [412, 'You have asked for a copy today already.'],
  too_many_feeds: [412, 'You have as many calendar links as there can be. Take one back that you no longer use.'],
  no_licence: [412, 'Your organization has no team licence left. Archive another team, or get one more licence.'],
  limited_functionality: [
    412,
    'There is an issue with your subscription. Until it is renewed, everything can be read and nothing added.',
  ],
  license_not_added: [412, 'Unable to add license'],
  no_subscription: [412, 'The subscription of this club is not running.'],
  not_expired: [412, 'This club has a subscription already.'],
  more_teams_than_licences: [412, 'More teams than that are active. Archive some first: nothing of them is lost.'],
  card_refused: [412, 'Payment method could not be be processed. Please verify your card info.'],
  payment_failed: [412, 'There was an error processing your card, please provide a new payment method.'],
  card_in_use: [412, 'The subscription is paid with this card. Pay with another one first.'],
  no_card: [412, 'Add a card first: the subscription is paid with it.'],
  promotion_there: [412, 'There is a code that is written so already.'],
  no_free_period: [412, 'The free period of this club is over.'],
  promotion_over: [412, 'This code does not count any more.'],
  team_archived: [412, 'This team is archived. Bring it back first.'],
  access_taken: [412, 'Access to this player was taken from this person. Invite them on the player’s own page.'],
  takes_no_mail: [
    412,
    'Nobody was invited: this address takes no mail from Touchline, so no invitation would arrive. Invite them at another address.',
  ],
  family_invited: [412, 'There are many invitations to this player already. Take one back first.'],
  import_begun: [412, 'This import has begun already: begin another one for more rows.'],
  import_not_whole: [412, 'Not all rows of this table have arrived. Please send it again.'],
  cannot_merge: [412, 'This player has more than can be moved. Keep this one, and merge the other one into it.'],
  both_answered: [
    412,
    'Both have answered the same task: which answer counts has to be decided first. Delete the task, or keep both players.',
  ],
  taken_is_family: [
    412,
    'Somebody whose access to one of the two was taken is family of the other one. Remove them from that family first, then merge.',
  ],
  both_registered: [412, 'Both are on the same registration. Take one of the two off it first, then merge.'],
  too_many_contacts: [412, 'Together both have more than 24 contacts. Take some away from one of the two, then merge.'],
  health_too_long: [
    412,
    'What is written of the health of both is too long for one player. Shorten it for one of the two, then merge.',
  ],
  merge_gone: [412, 'This merge cannot be taken back any more.'],
  already_there: [
    412,
    'This is there already, and may differ from what you have here. Load the page again, and change what stands there.',
  ],
  saved_before: [412, 'This was saved before, as you had sent it first. Please look at what is there and correct it.'],
  told_already: [412, 'The family has been told in the last day.'],
  fee_settled: [412, 'Nothing is owed on this fee any more.'],
  more_than_owed: [412, 'That is more than is still owed.'],
  less_than_paid: [
    412,
    'More than that has been paid already. First give back what is too much, so that it is owed again; then ask less.',
  ],
  fee_charged: [
    412,
    'Players have been charged with this fee already, in another way. Look at what they owe before you charge again.',
  ],
  fee_has_payments: [412, 'Something has been paid on this fee. Cancel it instead.'],
  other_account: [
    412,
    'This goes to another account of the club. Pay what goes to one account first, and the rest after it.',
  ],
  payments_off: [412, 'Online payment is not set up here. Ask your club how to pay.'],
  pay_link_gone: [404, 'This payment link has been taken back. Ask your club for another one.'],
  pay_link_expired: [404, 'This payment link has expired. Ask your club for another one.'],
  split_too_late: [412, 'Something has been paid on this fee, or is being paid. It can be split no more.'],
  split_held: [
    412,
    'A place in a registration is held for this while it is paid. It can be split once the player is registered.',
  ],
  split_too_small: [412, 'One of the homes would have nothing to pay. Choose other shares.'],
  being_paid: [412, 'Somebody is paying this right now.'],
  payment_disputed: [412, 'The payer’s bank is deciding on this payment. Wait for that before you give anything back.'],
  refund_at_paypal: [412, 'Give it back in your account at PayPal: it is put down here by itself.'],
  more_than_paid: [412, 'That is more than is left of this payment.'],
  payment_over: [412, 'This payment has ended. Start again to pay.'],
  fee_changed: [412, 'What is to be paid has changed. Look at it again before you pay.'],
  too_small_online: [412, 'Less than $0.50 cannot be paid online.'],
  task_response_missing: [404, 'Task response does not exist'],
  assignment_closed: [412, 'This assignment is closed. Ask the coach to open it again.'],
  task_changed: [412, 'The coach has changed this task meanwhile. Please read it again.'],
  task_answered: [412, 'Somebody has begun with this task already, so it stays as it is.'],
  beyond_rights: [412, 'You can only give and take rights that you have yourself.'],
  last_administrator: [412, 'Somebody has to be left who can edit administrators.'],
  other_address: [412, 'This invitation was sent to another address. Sign in with that one to accept it.'],
  too_many_agreements: [412, 'A club asks for 20 agreements at most. Archive one first.'],
  agreement_changed: [412, 'The club has changed this text meanwhile. Please read it again.'],
  agreement_ended: [412, 'The club no longer asks for this.'],
  not_your_name: [412, 'Please type your first and last name as they stand in your profile.'],
  of_age_signs: [412, 'This player is of age and agrees themselves, with an account in their own name.'],
  own_account_needed: [
    412,
    'Who is of age agrees with an account in their own name, and these players have none. Invite them on their own pages.',
  ],
  guardian_does: [403, 'A parent or guardian does that.'],
  nobody_to_ask: [412, 'None of these families is on Touchline yet. Invite them first.'],
  all_agreed: [412, 'Everybody has agreed already, or was asked in the last day.'],
  storage_full: [
    412,
    'There is no room left in your club’s library. Delete something for good, or get one more licence.',
  ],
  library_full: [412, 'There are as many of these in the library as there can be. Delete some first.'],
  not_in_bin: [412, 'This was brought back from the bin meanwhile. Delete it again first, if it should go.'],
  into_itself: [412, 'A folder cannot go into itself, nor lie more than 20 folders deep.'],
  too_deep: [412, 'Folders can lie 20 deep in one another.'],
  not_yourself: [412, 'You cannot do this to your own account.'],
  chat_off: [412, 'Chat is switched off here.'],
  chat_stopped: [412, 'Nobody can write here until a second adult or the child’s own guardian is in the conversation.'],
  chat_alone: [412, 'The other person is no longer here: nobody would read it.'],
  chat_archived: [412, 'This team is archived. Nobody can write here any more.'],
  account_of_adult: [
    412,
    'This account has other players, or runs or coaches something, so it is not a child’s. Choose the child’s own account.',
  ],
  account_of_guardian: [
    412,
    'This account has already acted as a parent or guardian here, so it is not a child’s. If it is the child’s own, talk to the club.',
  ],
  chat_blocked: [412, 'This club has shut you out of its chat. Ask the club about it.'],
  push_unknown: [412, 'Messages cannot be told to this browser: its push service is not one that we know.'],
  chat_no_look: [412, 'Say first why you look at this conversation. A look ends after a day.'],
  chat_needs_adult: [412, 'A child is written to together with a second adult or their own guardian. Add one of them.'],
  chat_direct_off: [412, 'This club has switched off messages between two people.'],
  too_late_to_change: [412, 'A message can be changed for 15 minutes after it was sent.'],
  REGISTRATION_PRICE_LOWER_THAN_REGISTRATION_FEE: [
    412,
    'This price is lower than the fee that is taken of it. Ask more, or nothing.',
  ],
  REGISTRATION_EVENT_OPTION_NAME_EXISTS: [412, 'Another option is called so already.'],
  registration_off: [412, 'Registration is not switched on for this organization.'],
  registration_launched: [412, 'This registration is launched already.'],
  registration_not_launched: [412, 'This registration is not launched yet.'],
  registration_in_use: [412, 'Players have registered here. Close it instead: what they have entered and paid stays.'],
  tag_in_use: [412, 'Players or other registrations have this tag. Take it from them first.'],
  option_in_use: [412, 'Players have chosen this already. Limit its places instead, so that nobody else takes it.'],
  kind_in_use: [
    412,
    'Players have chosen a kind that is taken away here. Close this without saving and keep that kind, or first change what they have chosen.',
  ],
  last_option: [412, 'Families register for this. Add another option first, or close the registration and keep it.'],
  USER_NOT_INVITED_TO_REGISTRATION: [
    412,
    'This registration is by invitation only, and your address is not invited. Ask the club, or sign in with the address that it wrote to.',
  ],
  registration_not_open: [412, 'This registration is not open yet.'],
  registration_closed: [412, 'This registration is closed.'],
  registration_full: [412, 'There is no place left.'],
  registration_changed: [
    412,
    'The club has changed this registration meanwhile. Please look at what you filled in again.',
  ],
  option_full: [412, 'There is no place left in one of the options that you chose.'],
  no_date_left: [
    412,
    'One of the options that you chose has no date left: all of them are past or cancelled. Choose another one, or ask your club.',
  ],
  add_on_sold_out: [412, 'Something that you wanted to buy beside it is sold out.'],
  promo_code_unknown: [412, 'There is no such code here.'],
  promo_code_expired: [412, 'This code has expired.'],
  promo_code_used_up: [412, 'This code has been used as often as it can be.'],
  price_changed: [412, 'The price has changed meanwhile. Please look at it again.'],
  due_changed: [412, 'What is due when has changed. Please look at it again.'],
  already_registered: [412, 'This player is registered already.'],
  too_many_children: [
    412,
    'So much cannot be registered at once. Send off fewer players, or choose fewer options and add-ons.',
  ],
  answer_too_large: [
    413,
    'This is too much for one answer. Ask for less of it, such as fewer days, or for a compressed answer.',
  ],
  too_much_kept: [412, 'All of this together is more than can be kept. Shorten a text, or take something away.'],
  nothing_to_register: [412, 'There is nothing left to send off. Fill in a player first.'],
  hold_lapsed: [412, 'The time to pay is over, and the place is free again. Please register once more.'],
  place_on_hold: [
    412,
    'This place is being offered or paid, or is given up. What was chosen can be changed once the player is registered or waits.',
  ],
  price_needs_fees: [
    412,
    'This changes what the family owes. Ask somebody who may edit fees to do it, or choose what costs the same.',
  ],
  charge_cancelled: [
    412,
    'What was charged for this has been cancelled, so nothing can be added to it. Charge the difference in Payments, or choose what costs the same.',
  ],
  offer_lapsed: [412, 'This place is not offered any more.'],
  registered_already: [412, 'This player is registered. Ask the club to take them off.'],
  answered_elsewhere: [412, 'This conversation is answered at another address. Ask with that one, or in a new tab.'],
  // The spec's catalogue has no 429, and lists 418 among the statuses whose sentence is shown: only this one says to come back.
  too_many_questions: [418, 'You have asked us a lot today. Please go on tomorrow.'],
  out_of_budget: [418, 'This was done too often today, by you or from where you are. Please try again tomorrow.'],
  too_many_requests: [418, 'You have asked often today. Please try again tomorrow, or call your coach.'],
  too_many_templates: [412, 'There are as many templates here as there can be. Take one away first.'],
  too_many_urgent: [418, 'So many urgent emails have been sent today that this one cannot be. Send it as any other.'],
  too_many_tests: [418, 'You have mailed yourself many tests today. Send the email, or try again tomorrow.'],
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
