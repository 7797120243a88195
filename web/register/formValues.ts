import { isId, lastPart, registrationPlayerOf } from '#shared/ids.ts'
import { answerFaults, familyAnswers } from '#shared/rules/register/answers.ts'
import {
  choiceFaults,
  chosenItems,
  type Offer,
  type Selection,
  pickedAddOns,
  sentAddOns,
} from '#shared/rules/register/choices.ts'
import { priceOf } from '#shared/rules/register/price.ts'
import { isForText } from '#shared/rules/register/signatures.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import type { AnswerOf, InputOf } from '../api.ts'

export type Family = AnswerOf<'GET /rest-api/register/{registrationId}/my-players'>
export type Summary = AnswerOf<'GET /rest-api/register/{registrationId}/summary'>
export type Draft = Family['drafts'][number]
export type OpenRegistration = AnswerOf<'GET /rest-api/register/{registrationId}/open'>
export type RegistrationForm = NonNullable<OpenRegistration['form']>
export type Details = InputOf<'POST /rest-api/register/{registrationId}/details'>['body']

/** The form's values. An add-on has one entry per unit: its kind, or '' if it has none. */
export type Values = {
  player: string
  /** The last part of a new player's id. */
  part: string
  optionIds: string[]
  answers: Record<string, string[]>
  addOns: Record<string, string[]>
}
export const newPlayer = 'new_player'

const toOffered = (form: RegistrationForm, registrationType: OpenRegistration['registrationType']): Offer => ({
  registrationType,
  options: form.options,
  addOns: form.addons,
})
const toPicked = ({ optionIds, addOns }: Values): Selection => ({
  optionIds,
  addOns: Object.entries(addOns)
    .filter(([, units]) => units.length > 0)
    .map(([addOnId, units]) => ({ addOnId, quantity: units.length, kindIds: units.filter(Boolean) })),
})

/**
 * The values as they are offered, priced and sent. Options and add-ons that the club has removed or that are over are dropped,
 * since the user cannot see that they are still selected. If a team's registration has a single option, that one is chosen.
 */
export function keepOffered(
  values: Values,
  { registrationType }: Pick<OpenRegistration, 'registrationType'>,
  form: RegistrationForm,
): Values {
  const [onlyOption, ...otherOptions] = form.options
  const isOnly = onlyOption !== undefined && otherOptions.length === 0 && registrationType === 'TEAM'
  const ids = new Set(form.options.filter(({ isOver }) => !isOver).map(({ id }) => id))
  return {
    ...values,
    optionIds: isOnly ? [onlyOption.id] : values.optionIds.filter((id) => ids.has(id)),
    addOns: Object.fromEntries(
      form.addons.flatMap(({ id, addOns: kinds }) => {
        const units = values.addOns[id]
        const keepOfferedKind = (kindId: string) => (kinds.some((kind) => kind.id === kindId) ? kindId : '')
        return units ? [[id, units.map(keepOfferedKind)] as const] : []
      }),
    ),
  }
}

/** Answers that come from the player's own record, by question; empty without a player. */
const toNameAnswers = (
  form: RegistrationForm,
  player: Family['players'][number] | undefined,
): Record<string, string[]> => {
  const names: Partial<Record<string, string>> = {
    FIRST_NAME: player?.firstName ?? '',
    LAST_NAME: player?.lastName ?? '',
  }
  return Object.fromEntries(
    form.questions.flatMap(({ id, standardLabel = '' }) => {
      const name = names[standardLabel]
      return name === undefined ? [] : [[id, name === '' ? [] : [name]] as const]
    }),
  )
}

/** What was typed for one player, apart from choices that do not depend on the player. */
export type PlayerInput = { answers: Values['answers']; picture: string }
export type FormValues = Values & Pick<PlayerInput, 'picture'> & { typedFor: Record<string, PlayerInput> }

/**
 * The values after another player is chosen. What was typed for the previous one (e.g. about their health) stays with that
 * player and is restored with them; only the family's address and contacts carry over. What was typed before any player was
 * chosen belongs to the first one chosen, except that typed names are also kept for a new player.
 */
export function switchPlayer(
  form: RegistrationForm,
  now: FormValues,
  player: string,
  familyPlayer: Family['players'][number] | undefined,
) {
  const { player: previousPlayer, answers, picture, typedFor } = now
  const names = toNameAnswers(form, familyPlayer)
  const pickAnswers = (isOne: (label: string) => boolean) =>
    Object.fromEntries(
      form.questions.flatMap(({ id, standardLabel = '' }) => {
        const answer = answers[id]
        return answer && isOne(standardLabel) ? [[id, answer] as const] : []
      }),
    )
  if (previousPlayer === '') {
    if (!familyPlayer) return { answers, picture, typedFor }
    const typedNames = { answers: pickAnswers((label) => label === 'FIRST_NAME' || label === 'LAST_NAME'), picture: '' }
    return { answers: { ...answers, ...names }, picture, typedFor: { ...typedFor, [newPlayer]: typedNames } }
  }
  const playerInput = typedFor[player]
  return {
    answers: { ...familyAnswers(form.questions, answers), ...(playerInput?.answers ?? names) },
    picture: playerInput?.picture ?? '',
    typedFor: { ...typedFor, [previousPlayer]: { answers, picture } },
  }
}
/** The family's address and contacts, as filled in for another child, in a draft or a registration. */
export const findHomeAnswers = (
  { questions }: RegistrationForm,
  { drafts, home = {} }: Pick<Family, 'drafts' | 'home'>,
): Values['answers'] =>
  [home, ...drafts.map(({ answers }) => answers)]
    .map((answers) => familyAnswers(questions, answers))
    .findLast((found) => Object.keys(found).length > 0) ?? {}

/** The player's name from the answers. */
export const readName = (form: RegistrationForm, answers: Values['answers']) => {
  const answerTo = (label: string) =>
    answers[form.questions.find((each) => each.standardLabel === label)?.id ?? '']?.[0] ?? ''
  return { firstName: answerTo('FIRST_NAME'), lastName: answerTo('LAST_NAME') }
}

type InitialValueOptions = {
  draft: Draft | undefined
  urlPlayer: Family['players'][number] | undefined
  isNew: boolean
  home: Values['answers']
}
/**
 * Initial values: from a draft, or for the player in the URL, or with only the family's `home`. `isNew`: there is no player to
 * choose from.
 */
export function toInitialValues(
  form: RegistrationForm,
  { draft, urlPlayer, isNew, home }: InitialValueOptions,
): Values {
  if (draft) {
    const units = pickedAddOns(draft.addOnFormResponses).map(
      ({ addOnId, quantity, kindIds }) =>
        [addOnId, Array.from({ length: quantity }, (_, i) => kindIds[i] ?? '')] as const,
    )
    return {
      player: draft.playerId,
      part: lastPart(draft.registrationPlayerId),
      optionIds: draft.optionIds,
      answers: draft.answers,
      addOns: Object.fromEntries(units),
    }
  }
  return {
    player: urlPlayer?.id ?? (isNew ? newPlayer : ''),
    // Generated with the first input and kept with it: sending it again creates no second player.
    part: '',
    optionIds: [],
    answers: { ...home, ...(urlPlayer && toNameAnswers(form, urlPlayer)) },
    addOns: Object.fromEntries(
      form.addons
        .filter(({ customerMustPurchaseAtLeast: least }) => least > 0)
        .map(({ id, customerMustPurchaseAtLeast: least }) => [id, Array.from({ length: least }, () => '')]),
    ),
  }
}

export type SignedText = Family['signed'][number]
/**
 * Signatures already given, by question: for another child, or in a draft that holds one that was not typed. Optional texts are
 * asked for each child.
 */
export const findSignedTexts = (
  family: Family,
  form: RegistrationForm,
  draft: Draft | undefined,
): ReadonlyMap<string, SignedText> =>
  new Map(
    form.questions
      .filter((each) => isSignature(each) && !each.optional)
      .flatMap((question) => {
        const typed = draft?.answers[question.id] !== undefined
        const signedText = family.signed.find(
          (each) => isForText(each, question) && (each.registrationPlayerId !== draft?.registrationPlayerId || !typed),
        )
        return signedText ? [[question.id, signedText] as const] : []
      }),
  )

type Signer = { firstName: string; lastName: string }
/**
 * Faults of the values. Without a signed-in user (`signer`) signatures and files are not checked yet, since strangers can
 * neither sign nor upload.
 */
export function findFaults(
  values: Values,
  registration: OpenRegistration,
  form: RegistrationForm,
  { signer, signed }: { signer: Signer | undefined; signed: ReadonlyMap<string, SignedText> },
): ValueFaults {
  const questions = signer ? form.questions : form.questions.filter((each) => !needsSignIn(each))
  const signing = {
    signer: signer ?? { firstName: '', lastName: '' },
    country: registration.organization.country,
    signedQuestionIds: new Set(signed.keys()),
  }
  const answers = answerFaults(questions, values.answers, signing)
  return {
    player: values.player === '' ? { code: 'select_one' } : undefined,
    ...choiceFaults(toOffered(form, registration.registrationType), toPicked(keepOffered(values, registration, form))),
    ...Object.fromEntries(Object.entries(answers).map(([field, fault]) => [`answers.${field}`, fault])),
  }
}
const isSignature = ({ answerType }: RegistrationForm['questions'][number]) =>
  answerType === 'WAIVER' || answerType === 'SIGNATURE_BLOCK'
const needsSignIn = (question: RegistrationForm['questions'][number]) =>
  isSignature(question) || question.answerType === 'FILE_ATTACHMENT'

/** The price as filled in so far, before reductions. */
export const computePrice = (values: Values, registration: OpenRegistration, form: RegistrationForm): number =>
  priceOf({
    chosen: chosenItems(
      toOffered(form, registration.registrationType),
      toPicked(keepOffered(values, registration, form)),
    ),
  }).priceInCents

export const toRegistrationPlayerId = (
  registrationId: string,
  { player, part }: Pick<Values, 'player' | 'part'>,
): string => (isId('player', player) ? registrationPlayerOf(registrationId, player) : `${registrationId}.${part}`)

export function toDetails(values: Values, registrationId: string): Details {
  const { player, optionIds, answers } = values
  return {
    registrationPlayerId: toRegistrationPlayerId(registrationId, values),
    playerId: player,
    optionIds,
    answers,
    addOnFormResponses: sentAddOns(toPicked(values).addOns),
  }
}
