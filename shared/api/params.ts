import { isId, type Kind } from '../ids.ts'

/** All path parameters of the API by name: the kinds of id that they accept, or a pattern. */
const params = {
  orgId: ['organization'],
  orgUnitId: ['organization', 'team'],
  teamId: ['team'],
  playerId: ['player'],
  tagId: ['tag'],
  eventId: ['event'],
  inviteId: ['invite'],
  fileId: ['file'],
  feePlayerId: ['playerFee'],
  paymentAccountId: ['paymentAccount'],
  /** The secret of a payment link. */
  payId: /^[\w-]{32}$/,
  emailId: ['email'],
  /** A template for emails: its id has the same form. */
  templateId: ['email'],
  agreementId: ['agreement'],
  registrationId: ['registration'],
  /** Parts of a registration, with ids chosen by the client. */
  optionId: /^option-[a-z0-9]{1,32}$/,
  addOnId: /^add-on-[a-z0-9]{1,32}$/,
  promoCodeId: /^code-[a-z0-9]{1,32}$/,
  registrationPlayerId: ['registrationPlayer'],
  assignmentId: ['assignment'],
  /** An id and `.json`, which the spec has in one segment. */
  inviteFile: ['invite'],
  venueId: ['venue'],
  conversationSid: ['conversation'],
  /** Chosen by the device for a message it sends. */
  messageSid: /^[\w-]{8,40}$/,
  reaction: /^[a-z]{2,12}$/,
  invitationId: ['invitation'],
  userId: /^[\w-]{1,64}$/,
  /** A support thread: an account, or a visitor's device. */
  threadId: /^[\w-]{1,64}$/,
  storageItemId: ['storageItem'],
  storageTagId: ['storageTag'],
  recordingId: ['recording'],
  momentId: /^q[0-9a-z]{11}$/,
  /** A file, under the library's name for the parameter. */
  fileMetadataId: ['file'],
  importId: /^[a-z0-9]{16,32}$/,
  requestId: /^[\w.-]{1,64}$/,
  /** The number of an erasure, which its owner keeps. */
  receiptId: /^[\w-]{22}$/,
  feedId: /^[\w-]{22}$/,
  tokenId: /^[0-9A-Z]{20}$/,
  webhookId: /^[0-9A-Z]{20}$/,
  deliveryId: /^[0-9a-z]{9}-[\w-]{22}$/,
  priceId: /^price_[\w-]{1,58}$/,
  productId: /^prod_[\w-]{1,58}$/,
  paymentMethodId: /^pm_[\w-]{1,60}$/,
  /** A typed promotion code. */
  code: /^[\w-]{1,64}$/,
  /** The feed, its secret and `.ics`. */
  feedFile: /^[\w-]{22}\.[\w-]{43}$/,
} as const satisfies Record<string, readonly Kind[] | RegExp>
export type ParamName = keyof typeof params

/** The value of a parameter as handlers get it; undefined if invalid. */
export function paramOf(name: string, text: string): string | undefined {
  const shape: readonly Kind[] | RegExp | undefined = Object.hasOwn(params, name)
    ? params[name as ParamName]
    : undefined
  const value = name.endsWith('File') ? text.replace(/\.(json|ics)$/, '') : text
  if (!shape) return undefined
  const isValid = shape instanceof RegExp ? shape.test(value) : shape.some((kind) => isId(kind, value))
  return isValid ? value : undefined
}

/** The names of the parameters in a path, in order. */
export const paramNames = (key: string): string[] => [...key.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
