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
import { draftOf } from './carry.ts'
import { AddOn, Options } from './Choices.tsx'
import { Discounts } from './Discounts.tsx'
import {
  costOf,
  type Draft,
  type Family,
  faultsOf,
  type Filled,
  firstValues,
  type Head,
  homeOf,
  newPlayer,
  offeredOf,
  sentAs,
  type SignedText,
  signedOf,
  whenChosen,
} from './filled.ts'
import { Picture } from './Picture.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import styles from './Register.module.css'
import english from './texts.en.json'

type Props = {
  head: Head
  signer: { firstName: string; lastName: string } | undefined
  family: Family
  draft: Draft | undefined
  /** The player in the URL. */
  playerId?: string
  isAway: boolean
  /** Number of running uploads; `onTheWay` is called when one starts or ends. */
  files: number
  onTheWay: (more: 1 | -1) => void
  back?: () => void
  /** Called with the player whose details were saved. */
  saved: (registrationPlayerId: string) => Promise<unknown>
}

/** The first step: the player, the options, the questions, and the add-ons. */
export function DetailsStep({ head, signer, family, draft, playerId, isAway, files, onTheWay, back, saved }: Props) {
  const t = useTexts('register', english)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const headingId = useId()
  // A quick user is back at the summary while its cached copy still counts as fresh.
  const refreshes = ['GET /rest-api/register/{registrationId}/summary'] as const
  const { save } = useSave('POST /rest-api/register/{registrationId}/details', { refreshes })
  const asked = head.form
  const free = family.players.filter(
    ({ id }) =>
      !family.registered.some((each) => each.playerId === id && each.state !== 'cancelled') &&
      (draft?.playerId === id || !family.drafts.some((each) => each.playerId === id)),
  )
  const named = free.find(({ id }) => id === playerId)
  const [first] = useState(
    () => asked && firstValues(asked, { draft, named, isNew: free.length === 0, home: homeOf(asked, family) }),
  )
  const signed = asked ? signedOf(family, asked, draft) : new Map<string, SignedText>()
  // The picture is small text (a data URL), so that it is part of the draft.
  const form = useForm<Filled>({
    draft: draftOf(head.id, draft),
    values: {
      ...(first ?? { player: newPlayer, part: '', optionIds: [], answers: {}, addOns: {} }),
      picture: '',
      typedFor: {},
    },
    faults: (values) => (asked ? faultsOf(values, head, asked, { signer, signed }) : {}),
    save: async ({ picture, typedFor: _typedFor, ...filled }) => {
      const values = { ...filled, part: filled.part || newPart('p') }
      if (!signer) {
        void navigate(paths.login({}, { redirectUri: pathname }))
        return false
      }
      const sent = sentAs(asked ? offeredOf(values, head, asked) : values, head.id)
      await save({ registrationId: head.id, body: sent })
      if (picture) await sendPicture(head.id, sent.registrationPlayerId, picture)
      await saved(sent.registrationPlayerId)
      return true
    },
  })
  const { values, dirty } = form
  const isNew = dirty && values.part === ''
  const setPart = useEffectEvent(() => form.field('part').onChange(newPart('p')))
  useEffect(() => {
    if (isNew) setPart()
  }, [isNew])
  if (!asked) return null
  // The field names of answers and add-ons depend on the club's questions.
  const listOf = form.field as unknown as (name: string) => Bound<string[] | undefined>
  async function clear() {
    if (await confirm({ title: t('clearTitle'), lost: t('removeLost'), yes: t('clear') })) form.discard()
  }
  function choosePlayer(player: string) {
    form.field('player').onChange(player)
    if (!asked || player === values.player) return
    const known = free.find(({ id }) => id === player)
    const { answers, picture, typedFor } = whenChosen(asked, values, player, known)
    // Field by field, so that each fault is cleared too.
    for (const id of Object.keys({ ...values.answers, ...answers })) listOf(`answers.${id}`).onChange(answers[id] ?? [])
    form.field('picture').onChange(picture)
    form.field('typedFor').onChange(typedFor)
  }
  return (
    <Card aria-labelledby={headingId}>
      {/* No snapshot is kept of a form with input: even which questions are shown may reveal it. */}
      <h2 id={headingId} className={styles.title} {...((dirty || draft || named) && { 'data-unpictured': '' })}>
        {t('stepDetails')}
      </h2>
      {!signer && (
        <div className={styles.notice}>
          <Notice>
            <p className={styles.text}>{t('accountLater')}</p>
            {dirty && (
              <Button kind="quiet" flush onClick={() => void clear()}>
                {t('clearTyped')}
              </Button>
            )}
          </Notice>
        </div>
      )}
      <FormOf
        of={form}
        disabledReason={isAway ? t('notSentYet') : files > 0 ? t('fileOnItsWay') : undefined}
        submit={signer ? t('continue') : t('signInAndContinue')}
        actions={
          <>
            {back && (
              <Button kind="quiet" onClick={back}>
                {t('back')}
              </Button>
            )}
            <span className={styles.cost}>{moneyText(costOf(values, head, asked))}</span>
          </>
        }
      >
        {free.length > 0 && (
          <Radios
            label={t('who')}
            required
            {...form.field('player')}
            onChange={choosePlayer}
            options={[
              ...free.map((player) => ({ value: player.id, label: fullName(player) })),
              { value: newPlayer, label: t('newPlayer') },
            ]}
          />
        )}
        <Discounts form={asked} />
        <Options head={head} options={asked.options} bound={form.field('optionIds')} />
        {signer && (
          <Picture
            standing={draft?.avatar ?? null}
            chosen={values.picture || undefined}
            choose={form.field('picture').onChange}
          />
        )}
        <QuestionFields
          // Remounts for another player, which also aborts running uploads.
          key={values.player}
          registrationId={head.id}
          questions={asked.questions}
          answers={values.answers}
          field={listOf}
          signer={signer}
          signed={signed}
          onTheWay={onTheWay}
        />
        {asked.addons.map((addOn) => (
          <AddOn key={addOn.id} addOn={addOn} bound={listOf(`addOns.${addOn.id}`)} />
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
