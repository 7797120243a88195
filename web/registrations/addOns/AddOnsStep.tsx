import { useState } from 'react'
import { useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { confirm } from '../../kit/confirm.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { moneyText } from '../../kit/format.ts'
import { Menu } from '../../kit/Menu.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { useSave } from '../../shell/useSave.ts'
import { NextButton } from '../NextButton.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { AddOn, Details } from '../answers.ts'
import { AddOnForm } from './AddOnForm.tsx'
import { CopyAddOns } from './CopyAddOns.tsx'

const ADD_ONS = 'GET /rest-api/registration/add-ons/{registrationId}'

/** Things that can be bought with a registration, such as a shirt or lunch. */
export function AddOnsStep({ details, next }: { details: Details; next: (() => void) | undefined }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const read = useApi(ADD_ONS, { registrationId }, { handles: ['failures'] })
  const [editedAddOn, setEditedAddOn] = useState<AddOn | 'new'>()
  // The current version, including changes made by others meanwhile.
  const currentAddOn =
    editedAddOn === 'new' ? undefined : (read.data?.addOns.find(({ id }) => id === editedAddOn?.id) ?? editedAddOn)
  const [isCopying, setCopying] = useState(false)
  const deleting = useSave('DELETE /rest-api/registration/add-ons/{registrationId}/{addOnId}', {
    refreshes: [ADD_ONS],
    saved: t('removed'),
    failed: problemText,
  })
  async function remove({ id, addOnName: name }: AddOn) {
    if (await confirm({ title: t('removeAsk', { name }), lost: t('removeLost'), yes: t('remove') }))
      await deleting.save({ registrationId, addOnId: id })
  }
  const toFactsText = ({
    customerMustPurchaseAtLeast: minimum,
    customerCanNotPurchaseMoreThan: maximum,
    places,
    addOns,
  }: AddOn) =>
    [
      minimum > 0 ? t('requiredLeast', { count: minimum }) : t('optional'),
      maximum !== null && t('atMost', { count: maximum }),
      places !== null && t('inStock', { count: places }),
      addOns.map(({ name }) => name).join(', '),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <div className={styles.parts}>
      <Card className={styles.part} aria-label={t('step_add-ons')}>
        <h2>{t('step_add-ons')}</h2>
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
          failed={t('addOnsFailed')}
          empty={{ when: ({ addOns }) => addOns.length === 0, show: <p className={styles.muted}>{t('noAddOns')}</p> }}
        >
          {({ addOns, pictures }) => (
            <ul className={styles.list} aria-label={t('step_add-ons')}>
              {addOns.map((addOn) => (
                <li key={addOn.id} className={styles.row}>
                  {addOn.fileMetadataId && pictures[addOn.fileMetadataId] && (
                    <img className={styles.picture} src={pictures[addOn.fileMetadataId]} alt="" />
                  )}
                  <span className={styles.what}>
                    <span className={styles.name}>{addOn.addOnName}</span>
                    <span className={styles.muted}>{toFactsText(addOn)}</span>
                  </span>
                  <span className={styles.figure}>{addOnPriceText(addOn, t('free'))}</span>
                  <Menu
                    about={addOn.addOnName}
                    items={[
                      { label: t('edit'), run: () => setEditedAddOn(addOn) },
                      { label: t('remove'), danger: true, run: () => void remove(addOn) },
                    ]}
                  />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <div className={styles.buttons}>
          <Button onClick={() => setEditedAddOn('new')}>{t('addAddOn')}</Button>
          <Button kind="quiet" onClick={() => setCopying(true)}>
            {t('copyAddOns')}
          </Button>
        </div>
      </Card>
      <NextButton next={next} />
      <Dialog
        opened={editedAddOn !== undefined}
        close={() => setEditedAddOn(undefined)}
        title={editedAddOn === 'new' ? t('addAddOn') : t('editAddOn')}
      >
        {editedAddOn && (
          <AddOnForm registrationId={registrationId} addOn={currentAddOn} close={() => setEditedAddOn(undefined)} />
        )}
      </Dialog>
      <Dialog opened={isCopying} close={() => setCopying(false)} title={t('copyAddOns')}>
        {isCopying && <CopyAddOns registrationId={registrationId} close={() => setCopying(false)} />}
      </Dialog>
    </div>
  )
}

/** The price of an add-on; a range if its kinds differ. */
export function addOnPriceText({ priceInCents, addOns }: Pick<AddOn, 'priceInCents' | 'addOns'>, free: string): string {
  const prices = addOns.length > 0 ? addOns.map((kind) => kind.priceInCents) : [priceInCents]
  const [minimum, maximum] = [Math.min(...prices), Math.max(...prices)]
  const formatCents = (cents: number) => (cents === 0 ? free : moneyText(cents))
  return minimum === maximum ? formatCents(minimum) : `${formatCents(minimum)} – ${formatCents(maximum)}`
}
