import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { fullName } from '#shared/rules/names.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Notice } from '../kit/Badge.tsx'
import { confirm } from '../kit/confirm.ts'
import { moneyText } from '../kit/format.ts'
import { Form as FormOf } from '../kit/form/Form.tsx'
import { type Bound, useForm } from '../kit/form/useForm.ts'
import { Radios } from '../kit/Radios.tsx'
import { newPart } from '../api/newPart.ts'
import { paths } from '../paths.ts'
import { useSave } from '../shell/useSave.ts'
import { toDraftName } from './storedInputs.ts'
import { AddOn, Options } from './Choices.tsx'
import { Discounts } from './Discounts.tsx'
import {
  computePrice,
  type Draft,
  type Family,
  findFaults,
  type FormValues,
  toInitialValues,
  type OpenRegistration,
  findHomeAnswers,
  newPlayer,
  keepOffered,
  toDetails,
  type SignedText,
  findSignedTexts,
  switchPlayer,
} from './formValues.ts'
import { Picture } from './Picture.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import styles from './Register.module.css'
import english from './texts.en.json'

type Props = {
  registration: OpenRegistration
  signer: { firstName: string; lastName: string } | undefined
  family: Family
  draft: Draft | undefined
  /** The player in the URL. */
  playerId?: string
  isAway: boolean
  /** Number of running uploads; `onUploadChange` is called when one starts or ends. */
  runningUploads: number
  onUploadChange: (more: 1 | -1) => void
  onBack?: () => void
  /** Called with the player whose details were saved. */
  onSaved: (registrationPlayerId: string) => Promise<unknown>
}

/** The first step: the player, the options, the questions, and the add-ons. */
export function DetailsStep({
  registration,
  signer,
  family,
  draft,
  playerId,
  isAway,
  runningUploads,
  onUploadChange,
  onBack,
  onSaved,
}: Props) {
  const t = useTexts('register', english)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const headingId = useId()
  // A quick user is back at the summary while its cached copy still counts as fresh.
  const refreshes = ['GET /rest-api/register/{registrationId}/summary'] as const
  const { save } = useSave('POST /rest-api/register/{registrationId}/details', { refreshes })
  const formDefinition = registration.form
  const choosablePlayers = family.players.filter(
    ({ id }) =>
      !family.registered.some((each) => each.playerId === id && each.state !== 'cancelled') &&
      (draft?.playerId === id || !family.drafts.some((each) => each.playerId === id)),
  )
  const urlPlayer = choosablePlayers.find(({ id }) => id === playerId)
  const [initialValues] = useState(
    () =>
      formDefinition &&
      toInitialValues(formDefinition, {
        draft,
        urlPlayer,
        isNew: choosablePlayers.length === 0,
        home: findHomeAnswers(formDefinition, family),
      }),
  )
  const signedTexts = formDefinition ? findSignedTexts(family, formDefinition, draft) : new Map<string, SignedText>()
  // The picture is small text (a data URL), so that it is part of the draft.
  const form = useForm<FormValues>({
    draft: toDraftName(registration.id, draft),
    values: {
      ...(initialValues ?? { player: newPlayer, part: '', optionIds: [], answers: {}, addOns: {} }),
      picture: '',
      typedFor: {},
    },
    faults: (values) =>
      formDefinition ? findFaults(values, registration, formDefinition, { signer, signed: signedTexts }) : {},
    save: async ({ picture, typedFor: _typedFor, ...filled }) => {
      const values = { ...filled, part: filled.part || newPart('p') }
      if (!signer) {
        void navigate(paths.login({}, { redirectUri: pathname }))
        return false
      }
      const details = toDetails(
        formDefinition ? keepOffered(values, registration, formDefinition) : values,
        registration.id,
      )
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
  if (!formDefinition) return null
  // The field names of answers and add-ons depend on the club's questions.
  const fieldOf = form.field as unknown as (name: string) => Bound<string[] | undefined>
  async function confirmDiscard() {
    if (await confirm({ title: t('clearTitle'), lost: t('removeLost'), yes: t('clear') })) form.discard()
  }
  function choosePlayer(player: string) {
    form.field('player').onChange(player)
    if (!formDefinition || player === values.player) return
    const familyPlayer = choosablePlayers.find(({ id }) => id === player)
    const { answers, picture, typedFor } = switchPlayer(formDefinition, values, player, familyPlayer)
    // Field by field, so that each fault is cleared too.
    for (const id of Object.keys({ ...values.answers, ...answers }))
      fieldOf(`answers.${id}`).onChange(answers[id] ?? [])
    form.field('picture').onChange(picture)
    form.field('typedFor').onChange(typedFor)
  }
  return (
    <Card aria-labelledby={headingId}>
      {/* No snapshot is kept of a form with input: even which questions are shown may reveal it. */}
      <h2 id={headingId} className={styles.title} {...((dirty || draft || urlPlayer) && { 'data-unpictured': '' })}>
        {t('stepDetails')}
      </h2>
      {!signer && (
        <div className={styles.notice}>
          <Notice>
            <p className={styles.text}>{t('accountLater')}</p>
            {dirty && (
              <Button kind="quiet" flush onClick={() => void confirmDiscard()}>
                {t('clearTyped')}
              </Button>
            )}
          </Notice>
        </div>
      )}
      <FormOf
        of={form}
        disabledReason={isAway ? t('notSentYet') : runningUploads > 0 ? t('fileOnItsWay') : undefined}
        submit={signer ? t('continue') : t('signInAndContinue')}
        actions={
          <>
            {onBack && (
              <Button kind="quiet" onClick={onBack}>
                {t('back')}
              </Button>
            )}
            <span className={styles.cost}>{moneyText(computePrice(values, registration, formDefinition))}</span>
          </>
        }
      >
        {choosablePlayers.length > 0 && (
          <Radios
            label={t('who')}
            required
            {...form.field('player')}
            onChange={choosePlayer}
            options={[
              ...choosablePlayers.map((player) => ({ value: player.id, label: fullName(player) })),
              { value: newPlayer, label: t('newPlayer') },
            ]}
          />
        )}
        <Discounts form={formDefinition} />
        <Options registration={registration} options={formDefinition.options} field={form.field('optionIds')} />
        {signer && (
          <Picture
            storedUrl={draft?.avatar ?? null}
            chosenUrl={values.picture || undefined}
            onChoose={form.field('picture').onChange}
          />
        )}
        <QuestionFields
          // Remounts for another player, which also aborts running uploads.
          key={values.player}
          registrationId={registration.id}
          questions={formDefinition.questions}
          answers={values.answers}
          field={fieldOf}
          signer={signer}
          signedTexts={signedTexts}
          onUploadChange={onUploadChange}
        />
        {formDefinition.addons.map((addOn) => (
          <AddOn key={addOn.id} addOn={addOn} field={fieldOf(`addOns.${addOn.id}`)} />
        ))}
      </FormOf>
    </Card>
  )
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
