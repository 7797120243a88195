import { useState } from 'react'
import { useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { confirm } from '../../kit/confirm.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { dayText, moneyText } from '../../kit/format.ts'
import { Menu } from '../../kit/Menu.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { useSave } from '../../shell/useSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details, Option } from '../answers.ts'
import { OptionForm } from './OptionForm.tsx'

const OPTIONS = 'GET /rest-api/registration/event-options/{registrationId}/summary'

/** The options and their prices; for an event also the club's events that belong to them. */
export function Options({ details }: { details: Details }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const read = useApi(OPTIONS, { registrationId }, { handles: ['failures'] })
  const [editedOption, setEditedOption] = useState<Option | 'new'>()
  // The current version, including changes made by others meanwhile.
  const currentOption =
    editedOption === 'new' ? undefined : (read.data?.options.find(({ id }) => id === editedOption?.id) ?? editedOption)
  return (
    <>
      <h2>{t('options')}</h2>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loading')} rows={1} height="64px" />}
        failed={t('optionsFailed')}
        empty={{ when: ({ options }) => options.length === 0, show: <p className={styles.muted}>{t('noOptions')}</p> }}
      >
        {({ options, events }) => (
          <ul className={styles.list} aria-label={t('options')}>
            {options.map((option) => (
              <li key={option.id} className={styles.row}>
                <span className={styles.what}>
                  <span className={styles.name}>{option.name}</span>
                  <span className={styles.muted}>
                    {[
                      option.places === null ? t('unlimited') : t('placesCount', { count: option.places }),
                      ...events
                        .filter(({ id }) => option.eventIds.includes(id))
                        .map(({ name, start, timezone }) => `${name}, ${dayText(start, timezone)}`),
                    ].join(' · ')}
                  </span>
                </span>
                <span className={styles.figure}>
                  {option.priceInCents === 0 ? t('free') : moneyText(option.priceInCents)}
                </span>
                <OptionMenu registrationId={registrationId} option={option} onEdit={() => setEditedOption(option)} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div className={styles.buttons}>
        <Button onClick={() => setEditedOption('new')}>{t('addOption')}</Button>
      </div>
      <Dialog
        opened={editedOption !== undefined}
        close={() => setEditedOption(undefined)}
        title={editedOption === 'new' ? t('addOption') : t('editOption')}
      >
        {editedOption && (
          <OptionForm details={details} option={currentOption} close={() => setEditedOption(undefined)} />
        )}
      </Dialog>
    </>
  )
}

type OptionMenuProps = { registrationId: string; option: Option; onEdit: () => void }

function OptionMenu({ registrationId, option, onEdit }: OptionMenuProps) {
  const t = useTexts('registrations', english)
  const { save } = useSave('DELETE /rest-api/registration/event-options/{registrationId}/{optionId}', {
    refreshes: [OPTIONS],
    saved: t('removed'),
    failed: problemText,
  })
  async function remove() {
    if (await confirm({ title: t('removeAsk', { name: option.name }), lost: t('removeLost'), yes: t('remove') }))
      await save({ registrationId, optionId: option.id })
  }
  return (
    <Menu
      about={option.name}
      items={[
        { label: t('edit'), run: onEdit },
        { label: t('remove'), danger: true, run: () => void remove() },
      ]}
    />
  )
}
