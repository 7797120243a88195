import { type PlayerField, playerFieldTypes, settingsFaults } from '#shared/rules/organizations.ts'
import { fieldsIn } from '#shared/rules/venues.ts'
import { useTexts } from '../i18n.ts'
import { IconButton, Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { Checkbox, Switch } from '../kit/Checkbox.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { listText, moneyText, numberText } from '../kit/format.ts'
import { CloseIcon } from '../kit/icons.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Select } from '../kit/Select.tsx'
import { newPart } from '../api/newPart.ts'
import type { Details } from './answers.ts'
import styles from './Settings.module.css'
import english from './texts.en.json'
import { useSettings } from './useSettings.ts'

/** A question in the form: its choices are one text, separated by commas. */
type FieldValues = Omit<PlayerField, 'choices' | 'type'> & { type: PlayerField['type'] | ''; choices: string }
type Values = { playerFields: FieldValues[] }
const toFieldValues = (field: PlayerField): FieldValues => ({ ...field, choices: field.choices.join(', ') })
const toPlayerField = (field: FieldValues): PlayerField => ({
  ...field,
  type: field.type || 'TEXT',
  choices: field.type === 'CHOICE' ? fieldsIn(field.choices) : [],
})

/** Whether families register online, the fees on their payments, and what the club asks about each player. */
export function RegistrationPage({ details }: { details: Details }) {
  const t = useTexts('settings', english)
  const { reason, save } = useSettings(details)
  const { customRegistrationEnabled, processingFeePerMil, processingFeeInCents } = details
  const form = useForm<Values>({
    draft: `settings.registration.${details.id}`,
    values: { playerFields: details.playerFields.map(toFieldValues) },
    faults: ({ playerFields }) => settingsFaults({ ...details, playerFields: playerFields.map(toPlayerField) }),
    async save({ playerFields }) {
      const removedFields = details.playerFields.filter((field) => playerFields.every(({ id }) => id !== field.id))
      const question = {
        title: t('removeFields', { names: listText(removedFields.map(({ name }) => name)) }),
        yes: t('remove'),
      }
      if (removedFields.length > 0 && !(await confirm({ ...question, lost: t('removeFieldsLost') }))) return false
      await save({ playerFields: playerFields.map(toPlayerField) })
      return true
    },
  })
  const disabledProps = reason === undefined ? {} : { disabledReason: reason }
  const fields = form.values.playerFields
  return (
    <Card aria-label={t('registration')} className={styles.narrow}>
      <Form of={form} submit={t('save')} disabledReason={reason}>
        <div className={styles.halves}>
          <div className={styles.half}>
            <Switch
              label={t('customRegistrationEnabled')}
              value={customRegistrationEnabled}
              onChange={() => undefined}
              disabledReason={t('setByTouchline')}
            />
            <h2 className={styles.part}>{t('fees')}</h2>
            <p>
              {t('feesAre', {
                percent: `${numberText(processingFeePerMil / 10, 1)}%`,
                amount: moneyText(processingFeeInCents),
              })}
            </p>
            <p className={styles.hint}>{t('feesHint')}</p>
            <p className={styles.hint}>{t('setByTouchline')}</p>
          </div>
          <div className={styles.half}>
            <h2 className={styles.part}>{t('playerFields')}</h2>
            <p className={styles.hint}>{fields.length === 0 ? t('noPlayerFields') : t('playerFieldsHint')}</p>
            <KeptFocus label={t('playerFields')} className={styles.half}>
              {fields.map((field, i) => (
                <div key={field.id} className={styles.question}>
                  <div className={styles.questionHead}>
                    <Field
                      label={t('question')}
                      required
                      {...form.field(`playerFields.${i}.name`)}
                      {...disabledProps}
                    />
                    <IconButton
                      label={`${t('remove')} ${field.name}`}
                      onClick={() => form.remove('playerFields', i)}
                      {...disabledProps}
                    >
                      <CloseIcon />
                    </IconButton>
                  </div>
                  <Select
                    label={t('answerType')}
                    options={playerFieldTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
                    {...form.field(`playerFields.${i}.type`)}
                    {...disabledProps}
                  />
                  {field.type === 'CHOICE' && (
                    <Field
                      label={t('choices')}
                      required
                      hint={t('fieldsHint')}
                      {...form.field(`playerFields.${i}.choices`)}
                      {...disabledProps}
                    />
                  )}
                  <Checkbox
                    label={t('requiredAnswer')}
                    {...form.field(`playerFields.${i}.required`)}
                    {...disabledProps}
                  />
                </div>
              ))}
              <Button
                onClick={() =>
                  form.add('playerFields', { id: newPart('q'), name: '', type: 'TEXT', choices: '', required: false })
                }
                {...disabledProps}
              >
                {t('addPlayerField')}
              </Button>
            </KeptFocus>
          </div>
        </div>
      </Form>
    </Card>
  )
}
