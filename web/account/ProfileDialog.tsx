import '@mantine/core/styles/Modal.css'
import { Modal } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Kit } from '../ui/Kit.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import styles from './Profile.module.css'
import texts from './texts.en.json'

/** My Profile over the whole screen, from the account menu. */
export function ProfileDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useTexts('account', texts)
  // Outlives a slip on Escape.
  const typing = useState({})
  // Drawn closed first: the kit remembers at the moment of opening where focus has to go back to.
  const shown = useDeferredValue(opened, false)
  return (
    <Kit>
      <Modal.Root
        opened={shown}
        onClose={close}
        fullScreen
        lockScroll={false}
        transitionProps={{ duration: 150 }}
        // Above the page, and below the messages that tell whether it was saved.
        zIndex={25}
        classNames={{ content: styles.dialog }}
      >
        <Modal.Content>
          {/* The kit's own header would be a second banner of the page. */}
          <div className={styles.header}>
            <Modal.Title className={styles.heading}>{t('myProfile')}</Modal.Title>
            <Modal.CloseButton aria-label={t('close')} size={44} iconSize={24} />
          </div>
          <Modal.Body className={styles.body}>
            <ProfilePage typing={typing} />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </Kit>
  )
}
