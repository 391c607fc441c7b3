<?php
/**
 * The colors and fonts of the site's theme.json, as tokens of the form.
 *
 * @package VoterRegistration
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns the option `appearance` of the form.
 *
 * @param string $look One of voter_registration_looks().
 * @return array<string, mixed>
 */
function voter_registration_appearance( $look ) {
	if ( 'site' !== $look ) {
		return array( 'theme' => $look );
	}
	$variables = voter_registration_theme_tokens();
	// The site's colors belong to one scheme, whatever the visitor's system prefers.
	return empty( $variables ) ? array( 'theme' => 'auto' ) : array(
		'theme'     => 'inherit',
		'variables' => $variables,
	);
}

/**
 * Returns the tokens that the theme has a value for; none where it has no theme.json. The form itself replaces colors
 * that would be too hard to read.
 *
 * @return array<string, string>
 */
function voter_registration_theme_tokens() {
	// The function is there from WordPress 6.2, where the method is deprecated.
	$has_theme_json = function_exists( 'wp_theme_has_theme_json' ) ? wp_theme_has_theme_json() : WP_Theme_JSON_Resolver::theme_has_support();
	if ( ! $has_theme_json ) {
		return array();
	}
	$styles = wp_get_global_styles();
	$places = array(
		'color-surface'    => array( 'color', 'background' ),
		'color-on-surface' => array( 'color', 'text' ),
		'input-background' => array( 'color', 'background' ),
		'color-primary'    => array( 'elements', 'button', 'color', 'background' ),
		'color-on-primary' => array( 'elements', 'button', 'color', 'text' ),
		'button-radius'    => array( 'elements', 'button', 'border', 'radius' ),
		'color-link'       => array( 'elements', 'link', 'color', 'text' ),
		'font-family'      => array( 'typography', 'fontFamily' ),
	);
	$tokens = array();
	foreach ( $places as $token => $place ) {
		$value = _wp_array_get( $styles, $place );
		// A value may also refer to another place, or hold what has no business in a style sheet.
		if ( is_string( $value ) && preg_match( '/^[\w#%.,()|:\'" \/-]+$/', $value ) ) {
			$tokens[ $token ] = preg_replace_callback( '/^var:([\w|-]+)$/', 'voter_registration_css_variable', $value );
		}
	}
	if ( isset( $tokens['color-surface'], $tokens['color-on-surface'] ) ) {
		$mix                    = 'color-mix(in srgb, ' . $tokens['color-on-surface'] . ' %d%%, ' . $tokens['color-surface'] . ')';
		$tokens['color-muted']  = sprintf( $mix, 75 );
		$tokens['color-border'] = sprintf( $mix, 60 );
	}
	return $tokens;
}

/**
 * Returns `var(--wp--preset--color--base)` for `var:preset|color|base`, as the editor of styles saves it.
 *
 * @param string[] $found What the pattern has found.
 * @return string
 */
function voter_registration_css_variable( $found ) {
	return 'var(--wp--' . str_replace( '|', '--', $found[1] ) . ')';
}
