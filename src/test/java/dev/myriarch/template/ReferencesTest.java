package dev.myriarch.template;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {
    @Test
    void parametersThatTheTextNamesAreFound() throws TemplateException {
        Template template =
                Template.parse(
                        "[[ .params.a ]][[ $.params.b.c ]][[ param \"d\" ]][[ \"e\" | param ]]"
                                + "[[ index .params \"f\" 1 ]][[ \"g\" | index .params ]]"
                                + "[[ if .params.h ]][[ else if .params.i ]][[ else ]]"
                                + "[[ upper (lower .params.j) ]][[ end ]]"
                                + "[[ range .params.k ]][[ $.params.l ]][[ end ]]");
        assertThat(template.referencedParameters())
                .containsExactlyInAnyOrder("a", "b", "d", "e", "f", "g", "h", "i", "j", "k", "l");
        assertThat(template.references().anyParameter()).isFalse();
        assertThat(template.references().dependsOnAgent()).isFalse();
    }

    @Test
    void attributesThatTheTextNamesAreFound() throws TemplateException {
        References references =
                Template.parse(
                                "[[ attr \"a\" ]][[ attrOr \"b\" \"x\" ]][[ hasAttr \"c\" ]]"
                                        + "[[ index .agent.attributes \"d\" ]]"
                                        + "[[ .agent.attributes.e ]]")
                        .references();
        assertThat(references.attributes()).containsExactlyInAnyOrder("a", "b", "c", "d", "e");
        assertThat(references.anyAttribute()).isFalse();
        assertThat(references.agentId()).isFalse();
        assertThat(references.dependsOnAgent()).isTrue();
    }

    @Test
    void anotherDotIsNotTheData() throws TemplateException {
        References references =
                Template.parse("[[ with .fleet ]][[ .params.x ]][[ . | toJson ]][[ end ]]")
                        .references();
        assertThat(references.parameters()).isEmpty();
        assertThat(references.anyParameter()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ . ]]",
                "[[ $ | toJson ]]",
                "[[ .params ]]",
                "[[ param .fleet.name ]]",
                "[[ .fleet.name | param ]]",
                "[[ index .params .fleet.name ]]",
                "[[ with . ]][[ .params.x ]][[ end ]]",
                "[[ range $k, $v := .params ]][[ $v ]][[ end ]]"
            })
    void whatCannotBeToldMayBeAnyParameter(String text) throws TemplateException {
        assertThat(Template.parse(text).references().anyParameter()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[ . ]]",
                "[[ .agent ]]",
                "[[ .agent.attributes ]]",
                "[[ attr .fleet.name ]]",
                "[[ $a := .agent.attributes ]][[ index $a \"x\" ]]"
            })
    void whatCannotBeToldMayBeAnyAttribute(String text) throws TemplateException {
        References references = Template.parse(text).references();
        assertThat(references.anyAttribute()).isTrue();
        assertThat(references.dependsOnAgent()).isTrue();
    }

    @Test
    void theIdOfTheAgentCounts() throws TemplateException {
        assertThat(Template.parse("[[ .agent.id ]]").references().agentId()).isTrue();
        assertThat(Template.parse("[[ .fleet.name ]]").references().dependsOnAgent()).isFalse();
    }
}
