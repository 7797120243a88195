import { useMemo } from 'react'
import { reminderHours, settingsFaults } from '#shared/rules/organizations.ts'
import { type SportName, sportNames, sportOf } from '#shared/rules/sports.ts'
import { readerLanguage, useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Checkbox, Switch } from '../kit/Checkbox.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { Select } from '../kit/Select.tsx'
import { countries } from '#shared/rules/countries.ts'
import { useSportTexts } from '../sports/useSportTexts.ts'
import type { Details } from './answers.ts'
import { Logo } from './Logo.tsx'
import styles from './Settings.module.css'
import english from './texts.en.json'
import { useSettings } from './useSettings.ts'

/** The club's name, address and time zone, what families see, and when they are reminded. */
export function GeneralPage({ details }: { details: Details }) {
  const t = useTexts('settings', english)
  const { fieldText, sportText } = useSportTexts()
  const { reason, save } = useSettings(details)
  const { name, timezone, country, address, phone, website, isRosterVisible, chatEnabled, academyEnabled } = details
  const reminders = details.reminderHours
  const form = useForm({
    draft: `settings.${details.id}`,
    values: {
      name,
      sport: details.sport.name as SportName | '',
      timezone,
      country,
      address,
      phone,
      website,
      isRosterVisible,
      chatEnabled,
      reminders,
    },
    faults: ({ reminders: hours, ...values }) => settingsFaults({ ...details, ...values, reminderHours: [...hours] }),
    save: ({ sport, reminders: hours, ...values }) =>
      save({
        ...values,
        reminderHours: reminderHours.filter((each) => hours.includes(each)),
        ...(sport && { sport }),
      }),
  })
  const disabledProps = reason === undefined ? {} : { disabledReason: reason }
  const { sport } = form.values
  const reminderField = form.field('reminders')
  return (
    <Card aria-label={t('general')} className={styles.narrow}>
      <Logo details={details} reason={reason} />
      <Form of={form} submit={t('save')} disabledReason={reason}>
        <div className={styles.halves}>
          <div className={styles.half}>
            <Field label={t('name')} required autoComplete="organization" {...form.field('name')} {...disabledProps} />
            <Select
              label={t('sport')}
              options={sportNames.map((value) => ({ value, label: sportText(value) }))}
              hint={sport ? t('fieldLabelIs', { label: fieldText(sportOf(sport).fieldLabel) }) : undefined}
              {...form.field('sport')}
              {...disabledProps}
            />
            <OneOf
              label={t('timezone')}
              hint={t('timezoneHint')}
              options={useTimezones(timezone)}
              {...form.field('timezone')}
              {...disabledProps}
            />
            <OneOf
              label={t('country')}
              hint={t('countryHint')}
              placeholder={t('noCountry')}
              options={useCountries()}
              {...form.field('country')}
              {...disabledProps}
            />
            <Field
              label={t('postalAddress')}
              hint={t('addressHint')}
              autoComplete="off"
              {...form.field('address')}
              {...disabledProps}
            />
            <Field label={t('phone')} type="tel" autoComplete="off" {...form.field('phone')} {...disabledProps} />
            <Field label={t('website')} type="url" autoComplete="off" {...form.field('website')} {...disabledProps} />
          </div>
          <div className={styles.half}>
            <h2 className={styles.part}>{t('families')}</h2>
            <Switch
              label={t('isRosterVisible')}
              hint={t('isRosterVisibleHint')}
              {...form.field('isRosterVisible')}
              {...disabledProps}
            />
            <Switch
              label={t('chatEnabled')}
              hint={t('chatEnabledHint')}
              {...form.field('chatEnabled')}
              {...disabledProps}
            />
            <Switch
              label={t('academyEnabled')}
              value={academyEnabled}
              onChange={() => undefined}
              disabledReason={t('setByTouchline')}
            />
            <fieldset className={styles.group}>
              <legend>{t('reminders')}</legend>
              {reminderHours.map((hours) => (
                <Checkbox
                  key={hours}
                  label={hours < 24 ? t('hoursBefore', { count: hours }) : t('daysBefore', { count: hours / 24 })}
                  value={reminderField.value.includes(hours)}
                  onChange={(on) =>
                    reminderField.onChange(
                      on ? [...reminderField.value, hours] : reminderField.value.filter((each) => each !== hours),
                    )
                  }
                  {...disabledProps}
                />
              ))}
            </fieldset>
          </div>
        </div>
      </Form>
    </Card>
  )
}

/** All time zones known to the browser, and the club's current one. */
const useTimezones = (currentZone: string) =>
  useMemo(
    () =>
      [...new Set([currentZone, ...Intl.supportedValuesOf('timeZone')])].toSorted().map((value) => ({
        value,
        label: value.replaceAll('_', ' '),
      })),
    [currentZone],
  )

const useCountries = () =>
  useMemo(() => {
    const names = new Intl.DisplayNames([readerLanguage()], { type: 'region' })
    return countries
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .toSorted((first, second) => first.label.localeCompare(second.label))
  }, [])
