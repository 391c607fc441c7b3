/* The block in the editor: the form itself, which cannot be typed into there, so that nothing is sent. WordPress asks for
   no build: this file runs as it is. */

// WordPress's own Disabled does not reach into a shadow root before 6.2, and Reacts differ in how they write the attribute.
const voterRegistrationInert = (node) => node?.setAttribute('inert', '')

;(({ blockEditor, blocks, components, element, i18n }, site) => {
  const { InspectorControls, useBlockProps } = blockEditor
  const { PanelBody, Placeholder, SelectControl, TextControl } = components
  const { createElement: el, Fragment } = element
  const { __ } = i18n

  const usual = () => ({ value: '', label: __('As in the settings', 'voter-registration') })
  const choices = (names) => [usual(), ...Object.entries(names).map(([value, label]) => ({ value, label }))]

  function Controls({ attributes, setAttributes }) {
    const control = (type, name, label, more) =>
      el(type, {
        label,
        value: String(attributes[name] ?? ''),
        onChange: (value) => setAttributes({ [name]: value }),
        ...more,
      })
    return el(
      InspectorControls,
      null,
      el(
        PanelBody,
        { title: __('Form', 'voter-registration') },
        control(SelectControl, 'locale', __('Language', 'voter-registration'), { options: choices(site.languages) }),
        control(SelectControl, 'look', __('Look', 'voter-registration'), { options: choices(site.lookNames) }),
        control(SelectControl, 'headingLevel', __('Level of the heading', 'voter-registration'), {
          options: [1, 2, 3, 4, 5, 6].map((level) => ({ value: String(level), label: String(level) })),
          onChange: (level) => setAttributes({ headingLevel: Number(level) }),
        }),
        control(TextControl, 'partner', __('Name of this form', 'voter-registration')),
      ),
    )
  }

  function Preview({ attributes: { locale, look, partner, headingLevel } }) {
    const own = { ...site.attributes, 'heading-level': String(headingLevel ?? 2) }
    if (locale) own.locale = locale
    if (partner) own.partner = partner
    if (look) own.appearance = JSON.stringify(site.looks[look])
    // Another key is another element: it reads its attributes anew.
    return el('div', { ref: voterRegistrationInert }, el('voter-registration', { key: JSON.stringify(own), ...own }))
  }

  const missing = () =>
    el(
      Placeholder,
      { icon: 'yes-alt', label: __('Voter registration', 'voter-registration') },
      site.settingsUrl === ''
        ? __('An administrator has to set the address of the BFF first.', 'voter-registration')
        : el('a', { href: site.settingsUrl }, __('Set the address of your BFF.', 'voter-registration')),
    )

  function Edit(props) {
    const isSet = site.attributes['api-base'] !== undefined
    return el(Fragment, null, el(Controls, props), el('div', useBlockProps(), isSet ? el(Preview, props) : missing()))
  }

  blocks.registerBlockType('voter-registration/form', { edit: Edit, save: () => null })
})(window.wp, window.voterRegistration)
