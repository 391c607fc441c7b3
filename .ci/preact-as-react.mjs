/** Preact as React, for the bundler: preact/compat itself, with the module as the default export. The default export of the
 *  package is an object that holds everything, so nothing of it could be left out of a file. */
export * from 'preact/compat'
export * as default from 'preact/compat'
