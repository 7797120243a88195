import { useId } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { moneyText } from '../kit/format.ts'
import { Form as FormOf } from '../kit/form/Form.tsx'
import { Radios } from '../kit/Radios.tsx'
import { AddOn, Options } from './Choices.tsx'
import { Discounts } from './Discounts.tsx'
import {
  computePrice,
  type Draft,
  type Family,
  newPlayer,
  type OpenRegistration,
  type RegistrationForm,
} from './formValues.ts'
import { Picture } from './Picture.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import styles from './Register.module.css'
import english from './texts.en.json'
import { useDetailsForm } from './useDetailsForm.ts'

type Props = {
  registration: OpenRegistration
  signer: { firstName: string; lastName: string } | undefined
  family: Family
  draft: Draft | undefined
  /** The player in the URL. */
  playerId: string | undefined
  isAway: boolean
  /** Number of running uploads; `onUploadChange` is called when one starts or ends. */
  runningUploads: number
  onUploadChange: (more: 1 | -1) => void
  onBack?: () => void
  /** Called with the player whose details were saved. */
  onSaved: (registrationPlayerId: string) => Promise<unknown>
}

/** The first step: the player, the options, the questions, and the add-ons. */
export const DetailsStep = (props: Props) =>
  props.registration.form && <DetailsForm definition={props.registration.form} {...props} />

function DetailsForm({
  definition,
  isAway,
  runningUploads,
  onUploadChange,
  onBack,
  ...options
}: Props & { definition: RegistrationForm }) {
  const t = useTexts('register', english)
  const headingId = useId()
  const { registration, signer, draft } = options
  const { form, fieldOf, players, urlPlayer, signedTexts, choosePlayer } = useDetailsForm({ definition, ...options })
  const { values, dirty } = form
  return (
    <Card aria-labelledby={headingId}>
      {/* No snapshot is kept of a form with input: even which questions are shown may reveal it. */}
      <h2 id={headingId} className={styles.title} {...((dirty || draft || urlPlayer) && { 'data-unpictured': '' })}>
        {t('stepDetails')}
      </h2>
      {!signer && <VisitorNotice discard={dirty ? form.discard : undefined} />}
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
            <span className={styles.cost}>{moneyText(computePrice(values, registration, definition))}</span>
          </>
        }
      >
        {players.length > 0 && (
          <Radios
            label={t('who')}
            required
            {...form.field('player')}
            onChange={choosePlayer}
            options={[
              ...players.map((player) => ({ value: player.id, label: fullName(player) })),
              { value: newPlayer, label: t('newPlayer') },
            ]}
          />
        )}
        <Discounts form={definition} />
        <Options registration={registration} options={definition.options} field={form.field('optionIds')} />
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
          questions={definition.questions}
          answers={values.answers}
          field={fieldOf}
          signer={signer}
          signedTexts={signedTexts}
          onUploadChange={onUploadChange}
        />
        {definition.addons.map((addOn) => (
          <AddOn key={addOn.id} addOn={addOn} field={fieldOf(`addOns.${addOn.id}`)} />
        ))}
      </FormOf>
    </Card>
  )
}

/** For visitors who are not signed in. `discard` clears what they typed; undefined if there is nothing. */
function VisitorNotice({ discard }: { discard: (() => void) | undefined }) {
  const t = useTexts('register', english)
  async function confirmDiscard(clear: () => void) {
    if (await confirm({ title: t('clearTitle'), lost: t('removeLost'), yes: t('clear') })) clear()
  }
  return (
    <div className={styles.notice}>
      <Notice>
        <p className={styles.text}>{t('accountLater')}</p>
        {discard && (
          <Button kind="quiet" flush onClick={() => void confirmDiscard(discard)}>
            {t('clearTyped')}
          </Button>
        )}
      </Notice>
    </div>
  )
}
