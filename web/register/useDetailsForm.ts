import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { callApi } from '../api.ts'
import { newPart } from '../api/newPart.ts'
import { type Bound, useForm } from '../kit/form/useForm.ts'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import {
  type Draft,
  type Family,
  findFaults,
  findHomeAnswers,
  findSignedTexts,
  type FormValues,
  keepOffered,
  type OpenRegistration,
  type RegistrationForm,
  switchPlayer,
  toDetails,
  toInitialValues,
} from './formValues.ts'
import { toDraftName } from './storedInputs.ts'

type DetailsFormOptions = {
  registration: OpenRegistration
  definition: RegistrationForm
  signer: { firstName: string; lastName: string } | undefined
  family: Family
  draft: Draft | undefined
  /** The player in the URL. */
  playerId: string | undefined
  onSaved: (registrationPlayerId: string) => Promise<unknown>
}

/** The form of a player's details, and the players who can be chosen in it. Visitors are sent to sign in when they submit it. */
export function useDetailsForm(options: DetailsFormOptions) {
  const { registration, definition, signer, family, draft, playerId, onSaved } = options
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // A quick user is back at the summary while its cached copy still counts as fresh.
  const refreshes = ['GET /rest-api/register/{registrationId}/summary'] as const
  const { save } = useSave('POST /rest-api/register/{registrationId}/details', { refreshes })
  const players = family.players.filter(
    ({ id }) =>
      !family.registered.some((each) => each.playerId === id && each.state !== 'cancelled') &&
      (draft?.playerId === id || !family.drafts.some((each) => each.playerId === id)),
  )
  const urlPlayer = players.find(({ id }) => id === playerId)
  const [initialValues] = useState(() =>
    toInitialValues(definition, {
      draft,
      urlPlayer,
      isNew: players.length === 0,
      home: findHomeAnswers(definition, family),
    }),
  )
  const signedTexts = findSignedTexts(family, definition, draft)
  // The picture is small text (a data URL), so that it is part of the draft.
  const form = useForm<FormValues>({
    draft: toDraftName(registration.id, draft),
    values: { ...initialValues, picture: '', typedFor: {} },
    faults: (values) => findFaults(values, registration, definition, { signer, signed: signedTexts }),
    save: async ({ picture, typedFor: _typedFor, ...filled }) => {
      const values = { ...filled, part: filled.part || newPart('p') }
      if (!signer) {
        void navigate(paths.login({}, { redirectUri: pathname }))
        return false
      }
      const details = toDetails(keepOffered(values, registration, definition), registration.id)
      await save({ registrationId: registration.id, body: details })
      if (picture) await sendPicture(registration.id, details.registrationPlayerId, picture)
      await onSaved(details.registrationPlayerId)
      return true
    },
  })
  const { values, dirty } = form
  const isNew = dirty && values.part === ''
  const setPart = useEffectEvent(() => form.field('part').onChange(newPart('p')))
  useEffect(() => {
    if (isNew) setPart()
  }, [isNew])
  /** A field whose name depends on the club's questions: an answer or an add-on. */
  const fieldOf = form.field as unknown as (name: string) => Bound<string[] | undefined>
  function choosePlayer(player: string) {
    form.field('player').onChange(player)
    if (player === values.player) return
    const familyPlayer = players.find(({ id }) => id === player)
    const { answers, picture, typedFor } = switchPlayer(definition, values, player, familyPlayer)
    // Field by field, so that each fault is cleared too.
    for (const id of Object.keys({ ...values.answers, ...answers }))
      fieldOf(`answers.${id}`).onChange(answers[id] ?? [])
    form.field('picture').onChange(picture)
    form.field('typedFor').onChange(typedFor)
  }
  return { form, fieldOf, players, urlPlayer, signedTexts, choosePlayer }
}

async function sendPicture(registrationId: string, registrationPlayerId: string, url: string): Promise<void> {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (letter) => letter.codePointAt(0) ?? 0)
  const avatar = new Blob([bytes], { type: 'image/jpeg' })
  await callApi(
    'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}',
    { registrationId, registrationPlayerId, body: { avatar } },
    { as: 'multipart' },
  )
}
