<?php
/**
 * What sites add to WordPress: libraries, a banner, an optimizer. `?with=…` asks for some of it.
 *
 * @package VoterRegistration
 */

// phpcs:disable -- a host for the tests, not a part of the plugin.

function site_has( $name ) {
	return in_array( $name, explode( ' ', $_GET['with'] ?? '' ), true );
}

function site_prints( $html, $priority = 1 ) {
	add_action( 'wp_head', fn() => print( $html ), $priority );
}

if ( site_has( 'mootools' ) ) {
	site_prints( '<script src="/site/mootools.js"></script>' );
}
if ( site_has( 'jquery' ) ) {
	add_action( 'wp_enqueue_scripts', fn() => wp_enqueue_script( 'jquery' ) );
	site_prints(
		'<style>html{scroll-behavior:smooth}</style><script>jQuery(($) => {
			$("a[href*=\'#\']").on("click", function (event) { event.preventDefault(); $("html, body").animate({ scrollTop: $(this.hash).offset().top }) })
			$(document).on("submit click", "form, a", () => { window.heardByJQuery = true })
		})</script>',
		99
	);
}
if ( site_has( 'banner' ) ) {
	site_prints(
		'<link rel="stylesheet" href="/site/cookieconsent.css"><script src="/site/cookieconsent.umd.js"></script><script>
		addEventListener("DOMContentLoaded", () => CookieConsent.run({
			hideFromBots: false, disablePageInteraction: true, categories: { necessary: { enabled: true, readOnly: true } },
			language: { default: "en", translations: { en: { consentModal: { title: "Cookies", acceptAllBtn: "Accept all", acceptNecessaryBtn: "Reject all" }, preferencesModal: { sections: [] } } } }
		}))</script>'
	);
}
if ( site_has( 'combine' ) ) {
	// What an optimizer does to the finished page.
	add_action(
		'template_redirect',
		fn() => ob_start(
			function ( $html ) {
				$html = preg_replace( '#<script[^>]*/voter-registration\.js[^>]*></script>#', '', $html );
				return str_replace( '</body>', '<script defer src="/site/combined.js"></script></body>', $html );
			}
		)
	);
}
