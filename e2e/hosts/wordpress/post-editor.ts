/** The block editor of WordPress, as an author uses it. */
import { expect, type FrameLocator, type Page } from '@playwright/test'

/** Page object of a post that is being written. */
export class PostEditor {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens an empty post with a title. */
  async open(origin: string, title: string): Promise<this> {
    await this.page.goto(`${origin}/wp-admin/post-new.php`)
    await this.page.waitForFunction(() => 'wp' in window && document.querySelector('.edit-post-layout') !== null)
    // The welcome guide covers the page the first time.
    await this.page.evaluate(() => {
      const { wp } = window as unknown as { wp: { data: { dispatch(store: string): Preferences } } }
      interface Preferences {
        set(scope: string, name: string, value: boolean): void
      }
      for (const scope of ['core/edit-post', 'core'])
        wp.data.dispatch('core/preferences').set(scope, 'welcomeGuide', false)
    })
    const canvas = await this.canvas()
    await canvas.getByRole('textbox', { name: 'Add title' }).fill(title)
    await this.page.keyboard.press('Enter')
    return this
  }

  /** Returns where posts are written: a frame since WordPress 6.3, the page before that. */
  async canvas(): Promise<FrameLocator | Page> {
    await this.page.locator('iframe[name=editor-canvas], .editor-styles-wrapper').first().waitFor()
    const isFrame = (await this.page.locator('iframe[name=editor-canvas]').count()) > 0
    return isFrame ? this.page.frameLocator('iframe[name=editor-canvas]') : this.page
  }

  /** Adds a block by typing a slash and its name. */
  async add(name: string, label = name): Promise<void> {
    await this.page.keyboard.type(`/${name}`)
    // Not found by role: a frame has its own copy of the list, for screen readers.
    await this.page.locator('.components-autocomplete__result:visible', { hasText: label }).first().click()
  }

  /** Publishes. @returns the post's URL */
  async publish(): Promise<string> {
    await this.page.getByRole('button', { name: 'Publish', exact: true }).click()
    const panel = this.page.getByRole('region', { name: 'Editor publish' })
    await panel.getByRole('button', { name: 'Publish', exact: true }).click()
    const link = panel.getByRole('link', { name: 'View Post' }).first()
    await expect(link).toBeVisible()
    return (await link.getAttribute('href')) ?? ''
  }
}
